/** What the rules on access say to a person. */
import type { Messages } from '../issue.ts';
import type { AgreementIssue } from './rules.ts';
import type { Agreement, EntryIssue } from './shapes.ts';

/** What the agreements are called. */
export const agreementNames: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};

export const accessMessages: Messages<AgreementIssue> = {
  'agreement.missing': ({ agreement }) => `You need to agree to the ${agreementNames[agreement]} to continue.`,
};

/** What an issue with an entry says, and what is possible instead. */
export const entryMessages: Readonly<Record<EntryIssue, { readonly why: string; readonly instead: string }>> = {
  noFederalAccount: {
    why: 'This is for federal loans, and you have none with us.',
    instead: 'For your other loans, the contract says what is possible.',
  },
  notForType: {
    why: 'Your loans cannot be repaid under an income-driven plan.',
    instead: 'A term-based plan or a pause may still be possible.',
  },
  inProcess: {
    why: 'You have an application in process.',
    instead: 'You can start another one when that one has been decided.',
  },
  nothingDue: {
    why: 'No payment is due now, so there is none to lower.',
    instead: 'Come back when a payment is due. Until then you need not do anything.',
  },
  notEligible: {
    why: 'Your loans do not qualify for another plan at present.',
    instead: 'A pause may still be possible.',
  },
  paidAhead: {
    why: 'Your payments are paid ahead, so none is due that could be postponed.',
    instead: 'You can apply when a payment is due. Until then you need not pay.',
  },
  noLoansToPostpone: {
    why: 'None of your loans can be postponed by it at present.',
    instead: 'A deferment or a lower payment may still be possible.',
  },
};
