/** Model of the documents page of a signed-in borrower, with uploads and downloads (P §2.9, §4). */
import type { ContextFrom } from 'xstate';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { sampleUpload } from '../upload/expected-upload.ts';
import { defineModel } from '../../kit/model.ts';
import uploadDocumentModel from '../upload-document/upload-document.model.ts';
import { uploadDocuments } from './upload-documents.machine.ts';

const COULD_NOT_LOAD = "We couldn't load your earlier uploads.";
const STOPPED = 'The form could not be shown.';

type Context = ContextFrom<typeof uploadDocuments>;

const lease: UploadedDocument = {
  documentId: '0f8b4a52-0f57-4a0b-9f4b-7d2f0f4f5a11',
  uploadedDateTime: '2026-10-10T15:00:00.000Z',
  fileName: 'deferment-request.pdf',
  fileSizeFormatted: '48 KB',
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
  reads: ['You have not uploaded any documents yet.'],
};

const isListed =
  (upload: UploadedDocument) =>
  ({ history: listed }: Context) =>
    listed?.some(({ documentId }) => documentId === upload.documentId) === true;

/** Returns the message in the document's row. The pressed button stays focused. */
const couldNotDownload = ({ fileName }: UploadedDocument) => `${fileName} could not be downloaded. Please try again.`;
const downloadFailed = [
  ...earlier.map((upload) => ({
    when: (before: Context) => before.wanted === upload && isListed(upload)(before),
    state: `${DOWNLOAD}.couldNotDownload`,
    reads: [couldNotDownload(upload)],
  })),
  { state: `${DOWNLOAD}.couldNotDownload` },
];

const download = (upload: UploadedDocument, date: string) => ({
  event: { type: 'download.pressed', document: upload } as const,
  on: ['openForUploads'],
  where: ({ history: listed }: Context) => listed?.some(({ documentId }) => documentId === upload.documentId) === true,
  gesture: { action: 'click', role: 'button', name: `Download ${upload.fileName}, ${date}` } as const,
  then: {
    in: [`${DOWNLOAD}.noDownload`, `${DOWNLOAD}.couldNotDownload`],
    state: `${DOWNLOAD}.gettingFile`,
    context: { wanted: upload },
    calls: { getFile: { params: { documentId: upload.documentId } } },
    reads: ['Downloading…'],
    hides: earlier.map(couldNotDownload),
  },
});

export default defineModel<typeof uploadDocuments>({
  machine: uploadDocuments,
  inputs: {
    'a borrower': {
      input: sampleUpload,
      then: {
        ...opens,
        context: { input: sampleUpload, history: null, wanted: null },
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
          reads: ['Uploaded Date', 'File Name', 'File Size', '10/10/2026', 'deferment-request.pdf', '48 KB'],
        },
      },
      'no uploads yet': {
        answers: [],
        then: [
          // The button that was pressed last has disappeared.
          { when: ({ wanted }) => wanted !== null, ...showsNothing, focus: { place: 'heading', delay: 0 } },
          showsNothing,
        ],
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'openForUploads.history.couldNotLoad', reads: [COULD_NOT_LOAD] },
      },
    },
    getFile: {
      'it is saved': { answers: undefined, then: { state: `${DOWNLOAD}.noDownload` } },
      'the document does not exist': { throws: server404, then: downloadFailed },
      'a broken server': { throws: server503, then: downloadFailed },
    },
    uploadDocument: {
      'the machine of the form stops in error': {
        throws: { kind: 'unreadable', detail: 'Unexpected Error' },
        then: { state: 'uploadStopped' },
      },
    },
  },
  screens: {
    openForUploads: ['Earlier Uploads'],
    uploadStopped: [STOPPED],
  },
  claims: {
    'the list is shown only when the server has sent it': {
      reaching: ({ isIn }) => isIn('openForUploads.history.showing'),
      needs: (by) => by.kind === 'outcome' && ['earlier uploads', 'no uploads yet'].includes(by.outcome),
      brokenBy: 'openForUploads.history.couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
  children: { uploadDocument: uploadDocumentModel },
  facts: ({ history: known, wanted }) => ({
    listed: known?.length ?? null,
    wanted: wanted?.documentId ?? null,
  }),
});
