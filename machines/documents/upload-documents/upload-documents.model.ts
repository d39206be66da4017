/** Model of the documents page of a signed-in borrower, with uploads and downloads (P §2.9, §4). */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { sampleUpload } from '../upload/expected-upload.ts';
import { isFirstPress, keptPress, repeatedFocus, onePress } from '../../kit/expected-presses.ts';
import { defineModel } from '../../kit/model.ts';
import uploadDocumentModel from '../upload-document/upload-document.model.ts';
import { uploadDocuments } from './upload-documents.machine.ts';

const COULD_NOT_LOAD = "We couldn't load your earlier uploads.";
const STOPPED = "The form couldn't be shown.";

type Context = ContextFrom<typeof uploadDocuments>;

const lease: UploadedDocument = {
  documentId: '0f8b4a52-0f57-4a0b-9f4b-7d2f0f4f5a11',
  uploadedDateTime: '2026-10-10T15:00:00.000Z',
  fileName: 'deferment-request.pdf',
  fileSizeFormatted: '48 KB',
  typeName: 'Proof of unemployment',
  application: {
    confirmationNumber: '7KQ4-M2XR-9TBD',
    kind: 'unemployment',
    status: 'inReview',
    next: { event: 'decided', date: plainDateOf('2026-12-04') },
  },
};
const letter: UploadedDocument = {
  documentId: '5d1f7c0e-6f0e-4f0c-8d55-0e4f3c1b2a22',
  uploadedDateTime: '2026-09-02T15:00:00.000Z',
  fileName: 'letter.png',
  fileSizeFormatted: '2 MB',
};
const earlier = [lease, letter];

const server404 = { kind: 'refused', status: 404 } as const;
const server503 = { kind: 'refused', status: 503 } as const;

const HISTORY = 'openForUploads.history';
const DOWNLOAD = 'openForUploads.download';

const loads = { state: `${HISTORY}.loading`, calls: { getHistory: {} } };
const opens = {
  state: [`${HISTORY}.loading`, `${DOWNLOAD}.noDownload`],
  calls: { uploadDocument: sampleUpload, getHistory: {} },
};

const showsNothing = {
  state: `${HISTORY}.showing`,
  context: { history: [] },
  focus: { place: 'heading', delay: 0 } as const,
  reads: ["You haven't uploaded any documents yet."],
};

const isListed =
  (upload: UploadedDocument) =>
  ({ history: listed }: Context) =>
    listed?.some(({ documentId }) => documentId === upload.documentId) === true;

/** Returns the message in the document's row. The pressed button stays focused. */
const couldNotDownload = ({ fileName }: UploadedDocument) => `${fileName} couldn't be downloaded. Please try again.`;
const downloadFailed = [
  ...earlier.map((upload) => ({
    when: (before: Context) => before.wanted === upload && isListed(upload)(before),
    state: `${DOWNLOAD}.couldNotDownload`,
    context: { wanted: null, failed: upload, pressed: [] },
    reads: [couldNotDownload(upload)],
  })),
  {
    state: `${DOWNLOAD}.couldNotDownload`,
    context: ({ wanted }: Context) => ({ wanted: null, failed: wanted, pressed: [] }),
  },
];

const pressOn = (document: UploadedDocument) => ({ type: 'download.pressed', document }) as const;
const downloads = (upload: UploadedDocument) => ({
  calls: { getFile: { params: { documentId: upload.documentId } } },
  reads: ['Downloading…'],
});

const READY = [`${DOWNLOAD}.noDownload`, `${DOWNLOAD}.couldNotDownload`];
const download = (upload: UploadedDocument, date: string) => {
  const event = pressOn(upload);
  return {
    event,
    on: ['openForUploads'],
    // The button of the document that is downloading is busy.
    where: (before: Context) => isListed(upload)(before) && before.wanted !== upload,
    gesture: { action: 'click', role: 'button', name: `Download ${upload.fileName}, ${date}` } as const,
    then: [
      {
        in: READY,
        state: `${DOWNLOAD}.gettingFile`,
        ...downloads(upload),
        context: { wanted: upload, failed: null },
        hides: earlier.map(couldNotDownload),
      },
      keptPress(event, `${DOWNLOAD}.gettingFile`),
    ],
  };
};

export default defineModel<typeof uploadDocuments>({
  machine: uploadDocuments,
  inputs: {
    'a borrower': {
      input: sampleUpload,
      then: {
        ...opens,
        context: { input: sampleUpload, history: null, wanted: null, failed: null, pressed: [] },
      },
    },
  },
  events: [
    {
      event: { type: 'document.uploaded' },
      // A list that is already loading might not contain the document.
      then: [
        { in: `${HISTORY}.loading`, calls: { getHistory: {} } },
        { in: 'openForUploads', ...loads },
      ],
    },
    {
      event: { type: 'retry.wanted' },
      on: ['openForUploads'],
      gesture: { action: 'click', role: 'button', name: 'Load the List Again' },
      then: {
        in: 'openForUploads.history.couldNotLoad',
        ...loads,
        focus: { place: 'heading', delay: 0 },
        hides: [COULD_NOT_LOAD],
      },
    },
    {
      event: { type: 'retry.wanted' },
      on: ['uploadStopped'],
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: {
        in: 'uploadStopped',
        ...opens,
        hides: [STOPPED],
      },
    },
    download(lease, '10/10/2026'),
    download(letter, '09/02/2026'),
  ],
  outcomes: {
    getHistory: {
      'earlier uploads': {
        answers: earlier,
        then: {
          state: 'openForUploads.history.showing',
          context: { history: earlier },
          focus: { place: 'heading', delay: 0 },
          reads: [
            'Uploaded Date',
            'File Name',
            'Document Type',
            'File Size',
            'What Happens Next',
            '10/10/2026',
            'deferment-request.pdf',
            'Proof of unemployment',
            '48 KB',
            'We expect to decide by 12/04/2026. Unemployment Deferment',
            'We review it and write to you if we need more.',
          ],
        },
      },
      'no uploads yet': {
        answers: [],
        then: showsNothing,
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'openForUploads.history.couldNotLoad', reads: [COULD_NOT_LOAD] },
      },
    },
    getFile: {
      'it is saved': {
        answers: undefined,
        then: [
          // The presses on other documents count now, in their order.
          ...earlier.map((upload) => ({
            ...downloads(upload),
            when: isFirstPress(pressOn(upload)),
            context: { wanted: upload, failed: null, pressed: [] },
            emits: repeatedFocus(undefined),
          })),
          { state: `${DOWNLOAD}.noDownload`, context: { wanted: null } },
        ],
      },
      'the document does not exist': { throws: server404, then: downloadFailed },
      'a broken server': { throws: server503, then: downloadFailed },
    },
    uploadDocument: {
      'the machine of the form stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'uploadStopped', context: { wanted: null, pressed: [] } },
      },
    },
  },
  screens: {
    openForUploads: ['Earlier Uploads'],
    uploadStopped: [STOPPED],
  },
  finish: ['openForUploads.history.showing'],
  claims: {
    'the list is shown only when the server has sent it': {
      reaching: ({ isIn }) => isIn('openForUploads.history.showing'),
      needs: (by) => by.kind === 'outcome' && ['earlier uploads', 'no uploads yet'].includes(by.outcome),
      brokenBy: 'openForUploads.history.couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
  children: { uploadDocument: uploadDocumentModel },
  tries: onePress('download.pressed'),
});
