/** Specification of the documents page of a signed-in borrower, with uploads and downloads (P §2.9, §4). */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { sampleUpload } from '../upload/expected-upload.ts';
import { toHeading } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, stopsInError, words } from '../../kit/spec.ts';
import uploadDocumentModel from '../upload-document/upload-document.model.ts';
import { uploadDocuments } from './upload-documents.machine.ts';

type Context = ContextFrom<typeof uploadDocuments>;
const { to, stays, given, where, hears, press, thenPresses } = words<typeof uploadDocuments>();

const HISTORY = 'openForUploads.history';
const DOWNLOAD = 'openForUploads.download';
const GETTING = `${DOWNLOAD}.gettingFile`;
const COULD_NOT_LOAD = "We couldn't load your earlier uploads.";
const STOPPED = "The form couldn't be shown.";

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
    next: { event: 'decided', date: toPlainDate('2026-12-04') },
  },
};
const letter: UploadedDocument = {
  documentId: '5d1f7c0e-6f0e-4f0c-8d55-0e4f3c1b2a22',
  uploadedDateTime: '2026-09-02T15:00:00.000Z',
  fileName: 'letter.png',
  fileSizeFormatted: '2 MB',
};
const earlier = [lease, letter];

const isListed =
  (upload: UploadedDocument) =>
  ({ history: uploaded }: Context): boolean =>
    uploaded?.some(({ documentId }) => documentId === upload.documentId) === true;
/** The message in the row of the document. The pressed button stays focused. */
const notDownloaded = ({ fileName }: UploadedDocument) => `${fileName} couldn't be downloaded. Please try again.`;

const asks = { calls: { getHistory: {} } };
const loads = to(`${HISTORY}.loading`, undefined, asks);
const opens = (context?: Partial<Context>) =>
  to([`${HISTORY}.loading`, `${DOWNLOAD}.noDownload`], context, {
    calls: { uploadDocument: sampleUpload, getHistory: {} },
    hides: [STOPPED],
  });
const listed = (history: readonly UploadedDocument[], ...reads: readonly string[]) =>
  [answers(history), to(`${HISTORY}.showing`, { history }, { focus: toHeading, reads })] as const;

const download = (upload: UploadedDocument, date: string) =>
  where(
    // The button of the document that is downloading is busy.
    (context) => isListed(upload)(context) && context.selected?.documentId !== upload.documentId,
    press(
      `Download ${upload.fileName}, ${date}`,
      { type: 'download.pressed', document: upload },
      to(
        GETTING,
        { selected: upload, failed: null },
        {
          calls: { getFile: { params: { documentId: upload.documentId } } },
          reads: ['Downloading…'],
          hides: earlier.map(notDownloaded),
        },
      ),
    ),
  );
const downloads = () => [download(lease, '10/10/2026'), download(letter, '09/02/2026')];
const downloadFailed = [
  ...earlier.map((upload) =>
    given(
      (context) => context.selected?.documentId === upload.documentId && isListed(upload)(context),
      to(
        `${DOWNLOAD}.couldNotDownload`,
        { selected: null, failed: upload, pressed: [] },
        { reads: [notDownloaded(upload)] },
      ),
    ),
  ),
  to(`${DOWNLOAD}.couldNotDownload`, ({ selected }) => ({ selected: null, failed: selected, pressed: [] })),
];

export default spec(uploadDocuments, {
  starts: {
    'a borrower': [
      sampleUpload,
      opens({ input: sampleUpload, history: null, selected: null, failed: null, pressed: [] }),
    ],
  },
  presses: { of: `${DOWNLOAD}.noDownload`, in: [GETTING], types: ['download.pressed'], after: GETTING },
  states: {
    openForUploads: {
      shows: ['Earlier Uploads'],
      on: [hears('document.uploaded', loads)],
      when: {
        uploadDocument: {
          'the machine of the form stops in error': [
            stopsInError,
            to('uploadStopped', { selected: null, pressed: [] }),
          ],
        },
      },
    },
    [`${HISTORY}.loading`]: {
      // A list that is already loading might not contain the document.
      on: [hears('document.uploaded', stays(undefined, asks))],
      when: {
        getHistory: {
          'earlier uploads': listed(
            earlier,
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
          ),
          'no uploads yet': listed([], "You haven't uploaded any documents yet."),
          'no answer in time': [noAnswer, to(`${HISTORY}.couldNotLoad`)],
        },
      },
    },
    [`${HISTORY}.couldNotLoad`]: {
      shows: [COULD_NOT_LOAD, 'Load the List Again'],
      on: [press('Load the List Again', 'retry.requested', { ...loads, focus: toHeading })],
    },
    [`${DOWNLOAD}.noDownload`]: { on: downloads() },
    [`${DOWNLOAD}.couldNotDownload`]: { on: downloads() },
    [GETTING]: {
      when: {
        getFile: {
          'it is saved': [answers(undefined), thenPresses(to(`${DOWNLOAD}.noDownload`, { selected: null }), {})],
          'the document does not exist': [failed(404), ...downloadFailed],
          'a broken server': [failed(503), ...downloadFailed],
        },
      },
    },
    uploadStopped: { shows: [STOPPED], on: [press('Try again', 'retry.requested', opens())] },
  },
  finish: ['openForUploads.history.showing'],
  claims: {
    'the list is shown only when the server has sent it': {
      reaching: ({ isIn }) => isIn('openForUploads.history.showing'),
      needs: (by) => by.kind === 'outcome' && ['earlier uploads', 'no uploads yet'].includes(by.outcome),
      brokenBy: 'openForUploads.history.couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
  children: { uploadDocument: uploadDocumentModel },
});
