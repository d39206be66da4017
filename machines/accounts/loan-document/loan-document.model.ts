/** How the page of a document is walked: it is read, and saved as a PDF. */
import { sampleStatement } from './loan-document.samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { loanDocument } from './loan-document.machine.ts';

const NOT_FOUND = "We couldn't find this document.";
const NOT_SAVED = "We couldn't save the PDF. Please try again.";
const SAVE = 'Save as PDF';

const opened = (documentId: string) => ({
  input: { documentId },
  then: {
    state: 'loading',
    calls: { getDocument: { params: { documentId } } },
    context: { documentId, document: null, isUnsaved: false },
  },
});
/** The PDF is that of the answer. */
const request = { params: { documentId: sampleStatement.documentId } };
const server503 = { kind: 'refused', status: 503 } as const;

const fails = (failure: { readonly kind: 'noAnswer' } | typeof server503) => ({
  throws: failure,
  then: { state: 'couldNotLoad', focus: toNotice },
});
const missing = (status: number) => ({
  throws: { kind: 'refused' as const, status },
  then: { state: 'notFound', hides: [COULD_NOT_LOAD] },
});
const notSaved = { state: 'showing', focus: toNotice, reads: [NOT_SAVED, 'Total payments'] };

export default defineModel<typeof loanDocument>({
  machine: loanDocument,
  inputs: {
    'a document': opened(sampleStatement.documentId),
    // The letter is issued by opening it; the answer has an id with its day.
    'a letter of today': opened('mortgageLetter.acct-1'),
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: {
        in: 'couldNotLoad',
        state: 'loading',
        calls: ({ documentId }) => ({ getDocument: { params: { documentId } } }),
        hides: [COULD_NOT_LOAD],
      },
    },
    {
      event: { type: 'save.pressed' },
      gesture: { action: 'click', role: 'button', name: SAVE },
      on: ['showing'],
      then: [
        {
          in: 'showing',
          when: ({ isUnsaved }) => isUnsaved,
          state: 'gettingPdf',
          context: { isUnsaved: false },
          calls: { getPdf: request },
          hides: [NOT_SAVED],
        },
        { in: 'showing', state: 'gettingPdf', calls: { getPdf: request } },
      ],
    },
  ],
  outcomes: {
    getDocument: {
      'a statement': {
        answers: sampleStatement,
        then: {
          state: 'showing',
          context: { document: sampleStatement },
          reads: ['Statement for October 2026', 'Avery Lindqvist', 'Lincoln, NE 68506', 'Total payments', '$206.25'],
          hides: [COULD_NOT_LOAD, NOT_SAVED],
        },
      },
      "another borrower's document": missing(404),
      'an id that none can have': missing(400),
      'no answer in time': fails({ kind: 'noAnswer' }),
      'a broken server': fails(server503),
    },
    getPdf: {
      'it is saved': { answers: undefined, then: { state: 'showing' } },
      'a broken server': { throws: server503, then: { ...notSaved, context: { isUnsaved: true } } },
    },
  },
  screens: {
    loading: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
    notFound: [NOT_FOUND, 'Go to your statements'],
    showing: [SAVE, 'Back to the list'],
    gettingPdf: ['Saving…'],
  },
  finish: ['showing', 'notFound'],
  claims: {
    'a document is shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.document === null,
      brokenBy: 'loading -> getDocument done: action keepDocument removed',
    },
  },
  title: 'Document',
});
