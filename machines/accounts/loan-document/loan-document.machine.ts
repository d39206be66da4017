/** One document made from account data: it is read on its page, and saved as a PDF. */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { type CallFailure, isNotFound } from '#domain/call.ts';
import { loanDocuments as calls } from '#domain/accounts/loan-documents/calls.ts';
import type { LoanDocument } from '#domain/accounts/loan-documents/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer, withFailure } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';
import { required } from '../../kit/failures.ts';

export interface LoanDocumentInput {
  /** Document id from the URL, not validated. */
  readonly documentId: string;
}

interface Context extends LoanDocumentInput {
  /** Null until it has been fetched. */
  readonly document: LoanDocument | null;
  /** Whether the PDF could not be saved. */
  readonly isUnsaved: boolean;
}

export const loanDocument = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.requested' } | { type: 'save.pressed' },
    input: {} as LoanDocumentInput,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: {
    getDocument: call(calls.read),
    getPdf: savedCall(calls.pdf),
  },
  guards: {
    isMissing: (_, failure: CallFailure) => isNotFound(failure),
  },
  actions: {
    setDocument: assign({ document: (_, document: LoanDocument) => document }),
    setUnsaved: assign({ isUnsaved: true }),
    clearUnsaved: assign({ isUnsaved: false }),
    ...focusActions,
  },
}).createMachine({
  id: 'loanDocument',
  description: 'A statement, payment schedule, tax form or letter is read and saved as a PDF',
  context: ({ input }) => ({ ...input, document: null, isUnsaved: false }),
  meta: { path: '/documents/document', title: 'Document' },
  initial: 'loading',
  states: {
    ...loading('loading', {
      what: 'the document',
      actor: 'getDocument',
      input: ({ context: { documentId } }: { readonly context: Context }) => ({ params: { documentId } }),
      onDone: { target: 'showing', actions: withAnswer('setDocument') },
      missing: [{ guard: withFailure('isMissing'), target: 'notFound' }],
    }),
    notFound: { description: 'The borrower has no document with this id', tags: 'settled' },
    showing: {
      description: 'The document is there to read, and can be saved as a PDF',
      tags: 'settled',
      on: { 'save.pressed': { target: 'gettingPdf', actions: 'clearUnsaved' } },
    },
    gettingPdf: saving({
      what: 'the PDF',
      actor: 'getPdf',
      // A letter gets an id with its date when it is first opened.
      input: ({ context }: { readonly context: Context }) => ({
        params: { documentId: required(context.document, 'a document').documentId },
      }),
      onDone: 'showing',
      onError: { target: 'showing', actions: ['setUnsaved', 'focusNotice'] },
    }),
  },
});
