/** The page on which somebody who is signed in uploads documents, with the list of earlier ones (P §2.9, §4). */
import { assign, setup } from 'xstate';
import { documents } from '#domain/documents/calls.ts';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { call } from '../kit/effect.ts';
import type { UploadInput } from '../kit/upload.machine.ts';
import type { FocusWanted } from '../kit/events.ts';
import { focus } from '../kit/focus.ts';
import { withAnswer } from '../kit/params.ts';
import { uploadDocument } from '../upload-document/upload-document.machine.ts';

interface Context {
  readonly input: UploadInput;
  /** The earlier uploads, the newest first; null until they have been loaded. */
  readonly history: readonly UploadedDocument[] | null;
}

export const uploadDocuments = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'document.uploaded' } | { type: 'retry.wanted' },
    input: {} as UploadInput,
    emitted: {} as FocusWanted,
    tags: {} as 'background' | 'settled',
    children: {} as { uploadDocument: 'uploadDocument' },
  },
  actors: { uploadDocument, getHistory: call(documents.list) },
  actions: {
    // The button that was pressed is gone.
    focusHeading: focus('heading'),
    keepHistory: assign({ history: (_, history: readonly UploadedDocument[]) => history }),
  },
}).createMachine({
  id: 'uploadDocuments',
  description: 'Documents are uploaded one after the other, beside the list of earlier ones',
  context: ({ input }) => ({ input, history: null }),
  initial: 'openForUploads',
  states: {
    openForUploads: {
      description: 'The form is there, and the list of earlier uploads or what became of it',
      invoke: {
        id: 'uploadDocument',
        src: 'uploadDocument',
        input: ({ context }) => context.input,
        onError: 'uploadStopped',
      },
      on: { 'document.uploaded': '.loadingHistory' },
      initial: 'loadingHistory',
      states: {
        loadingHistory: {
          description: 'The list is being fetched; an earlier one stays until it is there',
          tags: 'background',
          invoke: {
            id: 'getHistory',
            src: 'getHistory',
            input: {},
            onDone: { target: 'showingHistory', actions: withAnswer('keepHistory') },
            onError: 'couldNotLoadHistory',
          },
        },
        showingHistory: { description: 'The list is there to read', tags: 'settled' },
        couldNotLoadHistory: {
          description: 'The list could not be fetched; it can be tried again',
          on: { 'retry.wanted': { target: 'loadingHistory', actions: 'focusHeading' } },
        },
      },
    },
    uploadStopped: {
      description: 'The machine of the form has stopped in error; the page can be opened anew',
      on: { 'retry.wanted': 'openForUploads' },
    },
  },
});
