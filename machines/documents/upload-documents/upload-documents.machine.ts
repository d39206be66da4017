/**
 * Documents page of a signed-in borrower (P §2.9, §4): an upload form, and a list of earlier documents that can be
 * downloaded.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { documents } from '#domain/documents/calls.ts';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { UploadInput } from '../upload/upload.machine.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { type WithPresses, queuePressesIn, pressActions } from '../../kit/presses.ts';
import { saving } from '../../kit/saving.ts';
import { required } from '../../kit/failures.ts';
import { uploadDocument } from '../upload-document/upload-document.machine.ts';

interface Context extends WithPresses {
  readonly input: UploadInput;
  /** Earlier uploads, newest first, or null before they have loaded. */
  readonly history: readonly UploadedDocument[] | null;
  /** Document that is downloading, or null. */
  readonly selected: UploadedDocument | null;
  /** Document whose download failed last, or null. */
  readonly failed: UploadedDocument | null;
}

interface DownloadPressed {
  readonly type: 'download.pressed';
  readonly document: UploadedDocument;
}

// A previous list stays visible.
const { couldNotLoad, ...loadingHistory } = loading('loading', {
  what: 'the list',
  actor: 'getHistory',
  input: {},
  // The button that was pressed last may be gone.
  onDone: { target: 'showing', actions: [withAnswer('setHistory'), 'focusHeading'] },
  waiting: 'background',
  isWithinPage: true,
  isOptional: true,
});

export const uploadDocuments = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'document.uploaded' } | { type: 'retry.requested' } | DownloadPressed,
    input: {} as UploadInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
    children: {} as { uploadDocument: 'uploadDocument' },
  },
  actors: {
    uploadDocument,
    getHistory: call(documents.list),
    getFile: savedCall(documents.download),
  },
  actions: {
    ...focusActions,
    ...pressActions,
    setHistory: assign({ history: (_, history: readonly UploadedDocument[]) => history }),
    setSelected: assign((_, { document }: DownloadPressed) => ({ selected: document, failed: null })),
    clearSelected: assign({ selected: null }),
    setFailed: assign(({ context: { selected } }) => ({ selected: null, failed: selected })),
  },
}).createMachine({
  id: 'uploadDocuments',
  description: 'The borrower uploads documents one after the other, and can download earlier ones from a list',
  context: ({ input }) => ({ input, history: null, selected: null, failed: null, pressed: [] }),
  initial: 'openForUploads',
  states: {
    openForUploads: {
      description: 'The form and the list of earlier uploads are shown; neither waits for the other, or for a download',
      invoke: {
        id: 'uploadDocument',
        src: 'uploadDocument',
        input: ({ context }) => context.input,
        onError: { target: 'uploadStopped', actions: ['clearSelected', 'clearPresses'] },
      },
      type: 'parallel',
      states: {
        history: {
          description: 'List of earlier uploads',
          on: { 'document.uploaded': '.loading' },
          initial: 'loading',
          states: {
            ...loadingHistory,
            showing: { description: 'The list is shown', tags: 'settled' },
            couldNotLoad,
          },
        },
        download: {
          description: 'Download of one of the documents',
          initial: 'noDownload',
          states: {
            noDownload: {
              description: 'No download is in progress',
              tags: 'settled',
              entry: 'repeatPresses',
              on: { 'download.pressed': { target: 'gettingFile', actions: withEvent('setSelected') } },
            },
            gettingFile: queuePressesIn(
              saving({
                what: 'the document',
                actor: 'getFile',
                input: ({ context }: { readonly context: Context }) => ({
                  params: { documentId: required(context.selected, 'a selected document').documentId },
                }),
                onDone: { target: 'noDownload', actions: 'clearSelected' },
                onError: { target: 'couldNotDownload', actions: 'setFailed' },
              }),
              'download.pressed',
            ),
            couldNotDownload: {
              description: 'The download failed; the borrower can retry',
              on: { 'download.pressed': { target: 'gettingFile', actions: withEvent('setSelected') } },
            },
          },
        },
      },
    },
    uploadStopped: {
      description: 'The machine of the form stopped with an error; the borrower can reopen the page',
      on: { 'retry.requested': 'openForUploads' },
    },
  },
});
