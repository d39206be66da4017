/** What stands on the last step of an application to postpone payments, whichever it is: two regions of its state. */
import { withAnswer, withFailure } from './params.ts';
import type { UploadInput } from './upload.machine.ts';

/** What the borrower may apply for is fetched again once an application was received (R §4). */
export const refreshingEligibility = {
  description: 'What the borrower may apply for has changed by the application',
  initial: 'refreshing',
  states: {
    refreshing: {
      description: 'It is fetched again; nothing on the screen waits for it',
      tags: 'background',
      invoke: {
        id: 'refreshEligibility',
        src: 'refreshEligibility',
        input: {},
        onDone: { target: 'refreshed', actions: withAnswer('keepEligibility') },
        onError: { target: 'refreshed', actions: withFailure('logNotRefreshed') },
      },
    },
    refreshed: { description: 'It was fetched again, or could not be' },
  },
} as const;

/** The document that belongs to the application can be uploaded (R §4 Next steps). */
export const uploadingDocument = <Context>(inputOf: (context: Context) => UploadInput) =>
  ({
    description: 'The document that belongs to the application',
    initial: 'uploading',
    states: {
      uploading: {
        description: 'It can be uploaded',
        invoke: {
          id: 'uploadDocument',
          src: 'uploadDocument',
          input: ({ context }: { readonly context: Context }) => inputOf(context),
          onError: 'uploadStopped',
        },
      },
      uploadStopped: {
        description: 'The machine of the upload has stopped in error; it can be started anew',
        entry: 'focusNotice',
        on: { 'retry.wanted': { target: 'uploading', actions: 'focusHeading' } },
      },
    },
  }) as const;
