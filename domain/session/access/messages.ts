/** The messages of the access rules. */
import type { Messages } from '../../issue.ts';
import type { AgreementIssue } from './rules.ts';
import type { Agreement, EntryIssue } from './shapes.ts';

/** The display names of the agreements. */
export const agreementNames: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};

export const accessMessages: Messages<AgreementIssue> = {
  'agreement.missing': ({ agreement }) => `You need to agree to the ${agreementNames[agreement]} to continue.`,
};

/** The explanation of an application that is open only for benefits that postpone nothing. */
export const BENEFITS_ONLY =
  "Your loans are in default, so they can't get a pause. You can still apply for the interest rate limit (SCRA).";

/** The first sentence for a borrower who owes nothing on federal loans. */
export const FEDERAL_PAID = 'Your federal loans are paid in full';

/** The explanation of why an application is closed to the borrower, and the alternative. */
export const entryMessages: Readonly<Record<EntryIssue, { readonly why: string; readonly instead: string }>> = {
  noFederalAccount: {
    why: 'This is for federal loans, and you have none with us.',
    instead: 'For your other loans, your contract says what help you can get.',
  },
  notForType: {
    why: "Your loans can't be repaid under an income-driven plan.",
    instead: 'A term-based plan or a pause may still be possible.',
  },
  inProcess: {
    why: 'You have an application in process.',
    instead: 'You can start another one after we decide on that one.',
  },
  nothingDue: {
    why: 'No payment is due now, so there is no payment to lower.',
    instead: "Come back when a payment is due. Until then, you don't need to do anything.",
  },
  tooEarly: {
    why: "Your loans don't enter repayment for more than 90 days.",
    instead: 'You can apply once they are 90 days or less from repayment.',
  },
  notEligible: {
    why: "Your loans don't qualify for another plan right now.",
    instead: 'A pause may still be possible.',
  },
  inDefault: {
    why: 'Your loans are in default.',
    instead: "Loans in default can't get a pause or another plan.",
  },
  paidInFull: {
    why: `${FEDERAL_PAID}.`,
    instead: 'You owe nothing on them, so there is nothing to pause or to change.',
  },
  paidAhead: {
    why: "You've paid ahead, so you have no payment due that we could pause.",
    instead: "You can apply when a payment is due. Until then, you don't have to pay.",
  },
  noLoansToPostpone: {
    why: 'None of your loans qualify for it right now.',
    instead: 'They may be paid in full, not due yet, already paused, in default, or have no months of it left.',
  },
};
