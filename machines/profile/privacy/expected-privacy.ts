/**
 * Shared expectations of the two privacy forms after submission (P §4, rulings 3 and 4): answers, notices and texts.
 */
import { neverArrived, refusedAs, rejected } from '../../kit/spec-submission.ts';

export const NUMBER = 'ABCD-2345-WXYZ';

export const PRIVACY_FORM_NOTICES = {
  couldNotSend: "We couldn't send your request. Nothing you entered is lost. Please try again.",
  notAccepted: "Your request wasn't accepted. Nothing you entered is lost.",
  tooOften: "We've had too many requests from your network.",
  neverArrived: "We didn't receive your request. Nothing you entered is lost. Please submit it again.",
} as const;

export const SUBMISSION_TEXTS = {
  sending: 'Submitting your request…',
  outcomeUnknown: "We're checking whether your request was received",
  explanation: "We haven't heard back yet. Please don't submit it again: we count a request only once.",
  asking: 'Checking whether your request was received…',
};

/** The answer that accepts a form, and the server's record of it. */
export const ACCEPTED = [{ outcome: 'received', confirmationNumber: NUMBER }, { kept: 'encrypted' }] as const;

export const tooMany = { kind: 'refused', status: 429 } as const;

/** Answers with which a form is not accepted, and their notices. */
export const NOT_ACCEPTED = {
  'no more is received today': [rejected({ outcome: 'tooMany' }), 'tooOften'],
  'too many from here': [refusedAs(tooMany), 'tooOften'],
  'the server refuses the request': [refusedAs({ kind: 'refused', status: 422 }), 'notAccepted'],
  'it never arrived': [neverArrived, 'neverArrived'],
} as const;
