/** Specification of the page of a document: it is read, and saved as a PDF. */
import { sampleStatement } from './loan-document.samples.ts';
import { COULD_NOT_LOAD, toNotice } from '../../kit/expected-page.ts';
import { answers } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import { loanDocument } from './loan-document.machine.ts';

const { to, given, press, loads, notLoaded } = words<typeof loanDocument>();

const NOT_SAVED = "We couldn't save the PDF. Please try again.";
const SAVE = 'Save as PDF';
const READS = ['Statement for October 2026', 'Avery Lindqvist', 'Lincoln, NE 68506', 'Total payments', '$206.25'];

const request = (documentId: string) => ({ getDocument: { params: { documentId } } });
const { loading, couldNotLoad } = loads('loading', ({ documentId }) => request(documentId));
const opened = (documentId: string) =>
  [
    { documentId },
    to('loading', { documentId, document: null, isUnsaved: false }, { calls: request(documentId) }),
  ] as const;
/** The PDF is that of the answer. */
const savesPdf = { calls: { getPdf: { params: { documentId: sampleStatement.documentId } } } };

const notFound = to('notFound', undefined, { hides: [COULD_NOT_LOAD] });

export default spec(loanDocument, {
  title: 'Document',
  starts: {
    'a document': opened(sampleStatement.documentId),
    // Opening the letter issues it; the answer has an id with its date.
    'a letter of today': opened('mortgageLetter.acct-1'),
  },
  states: {
    loading: {
      ...loading,
      when: {
        getDocument: {
          'a statement': [
            answers(sampleStatement),
            to('showing', { document: sampleStatement }, { reads: READS, hides: [COULD_NOT_LOAD, NOT_SAVED] }),
          ],
          "another borrower's document": [failed(404), notFound],
          'an id that none can have': [failed(400), notFound],
          'no answer in time': notLoaded(),
          'a broken server': notLoaded({}, failed(503)),
        },
      },
    },
    couldNotLoad,
    notFound: { shows: ["We couldn't find this document.", 'Go to your statements'] },
    showing: {
      shows: [SAVE, 'Back to the list'],
      on: [
        press(
          SAVE,
          'save.pressed',
          given(
            ({ isUnsaved }) => isUnsaved,
            to('gettingPdf', { isUnsaved: false }, { ...savesPdf, hides: [NOT_SAVED] }),
          ),
          to('gettingPdf', undefined, savesPdf),
        ),
      ],
    },
    gettingPdf: {
      shows: ['Saving…', 'Back to the list'],
      when: {
        getPdf: {
          'it is saved': [answers(undefined), to('showing')],
          'a broken server': [
            failed(503),
            to('showing', { isUnsaved: true }, { focus: toNotice, reads: [NOT_SAVED, 'Total payments'] }),
          ],
        },
      },
    },
  },
  finish: ['showing', 'notFound'],
  claims: {
    'a document is shown only when the server has answered': {
      never: ({ isIn, context }) => isIn('showing') && context.document === null,
      brokenBy: 'loading -> getDocument done: action setDocument removed',
    },
  },
});
