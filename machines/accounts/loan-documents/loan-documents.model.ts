/** Specification of the lists of documents (ruling 15). */
import { noDocuments, secondPage, statementPage } from './loan-documents.samples.ts';
import { failures, loadedAgain, onlyAnswered, pageSpec, shows, showsNothing } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { loanDocuments } from './loan-documents.machine.ts';

export default pageSpec(loanDocuments, {
  starts: {
    statements: [{ kind: 'statement', page: 1, pageSize: 12 }, { query: { kind: 'statement', page: '1', size: '12' } }],
  },
  empty: ['You have no statements yet.'],
  load: {
    'all documents on one page': shows(
      statementPage,
      [
        'Each statement shows your bill, what we posted since the last one, and what you owe. Statements of earlier months show what you paid in the month.',
        'Statement for October 2026',
        'Direct Loans · E100200301',
        '10/31/2026',
        '$206.25',
        '$0.00',
      ],
      ['Page 1 of', 'Next page', 'Previous page'],
    ),
    'the second of three pages': shows(secondPage, ['Previous page', 'Next page']),
    'the last of three pages': shows({ ...secondPage, page: 3 }, ['Previous page']),
    'no document': showsNothing(answers(noDocuments)),
    ...failures,
  },
  claims: {
    'documents are listed only when the server has answered': onlyAnswered,
    'a list that could not be fetched is requested again before it is shown': loadedAgain,
  },
});
