/** How somebody who is signed in comes to upload documents, with the list of earlier ones (P §2.9, §4). */
import { sampleUpload } from '../kit/expected-upload.ts';
import { defineModel } from '../kit/model.ts';
import uploadDocumentModel from '../upload-document/upload-document.model.ts';
import { uploadDocuments } from './upload-documents.machine.ts';

const COULD_NOT_LOAD = 'Your earlier uploads could not be loaded.';
const STOPPED = 'The form could not be shown.';

const history = [
  {
    documentId: '0f8b4a52-0f57-4a0b-9f4b-7d2f0f4f5a11',
    uploadedDateTime: '2026-10-10T15:00:00.000Z',
    fileName: 'deferment-request.pdf',
    fileSizeFormatted: '48 KB',
  },
];

const loads = { state: 'openForUploads.loadingHistory', calls: { getHistory: {} } };

export default defineModel<typeof uploadDocuments>({
  machine: uploadDocuments,
  inputs: {
    'a borrower': {
      input: sampleUpload,
      then: {
        ...loads,
        context: { input: sampleUpload, history: null },
        calls: { uploadDocument: sampleUpload, getHistory: {} },
      },
    },
  },
  events: [
    { event: { type: 'document.uploaded' }, then: { in: 'openForUploads', ...loads } },
    {
      event: { type: 'retry.wanted' },
      on: ['openForUploads'],
      gesture: { action: 'click', role: 'button', name: 'Load the List Again' },
      then: {
        in: 'openForUploads.couldNotLoadHistory',
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
        ...loads,
        calls: { uploadDocument: sampleUpload, getHistory: {} },
        hides: [STOPPED],
      },
    },
  ],
  outcomes: {
    getHistory: {
      'earlier uploads': {
        answers: history,
        then: {
          state: 'openForUploads.showingHistory',
          context: { history },
          reads: ['Uploaded Date', 'File Name', 'File Size', '10/10/2026', 'deferment-request.pdf', '48 KB'],
        },
      },
      'no uploads yet': {
        answers: [],
        then: {
          state: 'openForUploads.showingHistory',
          context: { history: [] },
          reads: ['You have not uploaded any documents yet.'],
        },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: { state: 'openForUploads.couldNotLoadHistory', reads: [COULD_NOT_LOAD] },
      },
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
    'the list is there only when the server has given it': {
      reaching: ({ isIn }) => isIn('openForUploads.showingHistory'),
      needs: (by) => by.kind === 'outcome' && ['earlier uploads', 'no uploads yet'].includes(by.outcome),
      brokenBy: 'openForUploads.couldNotLoadHistory -> retry.wanted: target loadingHistory swapped for showingHistory',
    },
  },
  children: { uploadDocument: uploadDocumentModel },
  facts: ({ history: known }) => known?.length ?? null,
});
