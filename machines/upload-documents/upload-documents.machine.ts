/**
 * The page on which somebody who is signed in uploads documents, with the list of earlier ones (P §2.9, §4), each of which
 * can be downloaded.
 */
import { assign, setup } from 'xstate';
import { documents } from '#domain/documents/calls.ts';
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import type { FileAnswer } from '#domain/file.ts';
import { call, effects } from '../kit/effect.ts';
import type { UploadInput } from '../kit/upload.machine.ts';
import type { FocusWanted } from '../kit/events.ts';
import { focus } from '../kit/focus.ts';
import { withAnswer, withEvent } from '../kit/params.ts';
import { required } from '../kit/required.ts';
import { uploadDocument } from '../upload-document/upload-document.machine.ts';

interface Context {
  readonly input: UploadInput;
  /** The earlier uploads, the newest first; null until they have been loaded. */
  readonly history: readonly UploadedDocument[] | null;
  /** The document whose download was asked for last; null before that. */
  readonly wanted: UploadedDocument | null;
  /** Its file, while the browser is given it to save. */
  readonly file: FileAnswer | null;
}

interface DownloadPressed {
  readonly type: 'download.pressed';
  readonly document: UploadedDocument;
}

export const uploadDocuments = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'document.uploaded' } | { type: 'retry.wanted' } | DownloadPressed,
    input: {} as UploadInput,
    emitted: {} as FocusWanted,
    tags: {} as 'background' | 'settled',
    children: {} as { uploadDocument: 'uploadDocument' },
  },
  actors: {
    uploadDocument,
    getHistory: call(documents.list),
    getFile: call(documents.download),
    saveFile: effects['file.save'],
  },
  guards: {
    /** Whether a new list is without the document whose download was asked for last. */
    isWithoutWanted: ({ context: { wanted } }, listed: readonly UploadedDocument[]) =>
      wanted !== null && listed.every(({ documentId }) => documentId !== wanted.documentId),
  },
  actions: {
    // The button that was pressed is gone.
    focusHeading: focus('heading'),
    keepHistory: assign({ history: (_, history: readonly UploadedDocument[]) => history }),
    keepWanted: assign({ wanted: (_, { document }: DownloadPressed) => document }),
    keepFile: assign({ file: (_, file: FileAnswer) => file }),
    clearFile: assign({ file: null }),
  },
}).createMachine({
  id: 'uploadDocuments',
  description: 'Documents are uploaded one after the other, beside the list of earlier ones, which can be downloaded',
  context: ({ input }) => ({ input, history: null, wanted: null, file: null }),
  initial: 'openForUploads',
  states: {
    openForUploads: {
      description:
        'The form is there, and the list of earlier uploads; neither waits for the other, nor for a download',
      invoke: {
        id: 'uploadDocument',
        src: 'uploadDocument',
        input: ({ context }) => context.input,
        onError: 'uploadStopped',
      },
      type: 'parallel',
      states: {
        history: {
          description: 'The list of earlier uploads',
          on: { 'document.uploaded': '.loading' },
          initial: 'loading',
          states: {
            loading: {
              description: 'The list is being fetched; an earlier one stays until it is there',
              tags: 'background',
              invoke: {
                id: 'getHistory',
                src: 'getHistory',
                input: {},
                onDone: [
                  {
                    guard: withAnswer('isWithoutWanted'),
                    target: 'showing',
                    actions: [withAnswer('keepHistory'), 'focusHeading'],
                  },
                  { target: 'showing', actions: withAnswer('keepHistory') },
                ],
                onError: 'couldNotLoad',
              },
            },
            showing: { description: 'The list is there to read', tags: 'settled' },
            couldNotLoad: {
              description: 'The list could not be fetched; it can be tried again',
              on: { 'retry.wanted': { target: 'loading', actions: 'focusHeading' } },
            },
          },
        },
        download: {
          description: 'The download of one of the documents',
          initial: 'noDownload',
          states: {
            noDownload: {
              description: 'No document is being downloaded',
              tags: 'settled',
              on: { 'download.pressed': { target: 'gettingFile', actions: withEvent('keepWanted') } },
            },
            gettingFile: {
              description: 'The file of a document is being fetched',
              tags: 'background',
              invoke: {
                id: 'getFile',
                src: 'getFile',
                input: ({ context }) => ({
                  params: { documentId: required(context.wanted, 'a wanted document').documentId },
                }),
                onDone: { target: 'savingFile', actions: withAnswer('keepFile') },
                onError: 'couldNotDownload',
              },
            },
            savingFile: {
              description: 'The browser is given the file to save',
              tags: 'background',
              exit: 'clearFile',
              invoke: {
                id: 'saveFile',
                src: 'saveFile',
                input: ({ context }) => required(context.file, 'a file'),
                onDone: 'noDownload',
                onError: 'couldNotDownload',
              },
            },
            couldNotDownload: {
              description: 'The document could not be downloaded; it can be tried again',
              on: { 'download.pressed': { target: 'gettingFile', actions: withEvent('keepWanted') } },
            },
          },
        },
      },
    },
    uploadStopped: {
      description: 'The machine of the form has stopped in error; the page can be opened anew',
      on: { 'retry.wanted': 'openForUploads' },
    },
  },
});
