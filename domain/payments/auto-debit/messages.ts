/** The messages of auto debit. */
import { type AccountNames, accountName } from '../../account-name.ts';
import { formatUsDate } from '../../calendar.ts';
import { toLetter } from '../../letter.ts';
import { formatUsd } from '../../money.ts';
import type { Messages } from '../../issue.ts';
import { TERMS_LABEL, termsMessages } from '../../terms.ts';
import type { AutoDebitIssue } from './rules.ts';
import type { AutoDebitAccount, ChangeKind, FailedDraft } from './shapes.ts';

export const autoDebitMessages: Messages<AutoDebitIssue> = {
  ...termsMessages,
  'method.required': () => 'Please choose a payment method.',
  'extra.format': () => 'Payment amount must be a valid dollar amount.',
  'extra.exceedsPayoff': ({ payoff }) => `Payment cannot exceed your account payoff amount of ${formatUsd(payoff)}.`,
};

/** The labels of the fields in the form and in the error panel. */
export const autoDebitLabels: Readonly<Record<string, string>> = {
  profileId: 'Payment method',
  extraAmount: 'Extra amount each month (optional)',
  terms: TERMS_LABEL,
};

export const changeKinds: Readonly<Record<ChangeKind, string>> = {
  enrolled: 'Signed up',
  changed: 'Changed',
  stopped: 'Stopped',
  suspended: 'Suspended after your bank refused or returned a payment',
  paidInFull: 'Ended because the account is paid in full',
};

/** Returns the row of a draft in which nothing is drawn (ruling 89). */
export const emptyDraftRow = ({ draftDate }: AutoDebitAccount['emptyDrafts'][number]) => ({
  label: `Auto debit payment on ${formatUsDate(draftDate)}`,
  value: 'Nothing to draw',
  note: 'Nothing is left to pay on this bill',
});

/** Returns the row instead of a next draft: `paidInFullOn` is the day on which payments under way pay the account in full. */
export const noDraftRow = ({ paidInFullOn }: Pick<AutoDebitAccount, 'paidInFullOn'>) => ({
  label: 'Next auto debit payment',
  value: 'No more payments',
  note: paidInFullOn === null ? undefined : `Your payments pay this account in full on ${formatUsDate(paidInFullOn)}`,
});

/** Returns the monthly saving from the lower interest rate, present, future or possible, and its first day (ruling 101). */
export function savingText(account: Pick<AutoDebitAccount, 'status' | 'monthlyReduction' | 'reducedSince'>) {
  const { status, monthlyReduction, reducedSince } = account;
  if (monthlyReduction === 0) return undefined;
  const value = `about ${formatUsd(monthlyReduction)} a month`;
  if (status !== 'on') return { label: 'Lower interest would save you', value };
  return reducedSince === null
    ? { label: 'Lower interest will save you', value, note: 'It starts with your first auto debit payment' }
    : { label: 'Lower interest saves you', value, note: `Since ${formatUsDate(reducedSince)}` };
}

const FAILURES: Readonly<Record<FailedDraft['kind'], { readonly heading: string; readonly done: string }>> = {
  refused: { heading: 'Your bank refused an auto debit payment', done: 'but your bank refused it.' },
  refusedAgain: { heading: 'Your bank refused an auto debit payment again', done: 'but your bank refused it again.' },
  returned: { heading: 'Your bank returned an auto debit payment', done: 'and your bank later took the money back.' },
};

/**
 * Returns the notice about a failed draft: the failure, its reason and the next step. `isSuspended`: whether auto debit has
 * ended.
 */
export function failedDraftNotice({ kind, retry, isPastDue, ...failed }: FailedDraft, isSuspended: boolean) {
  const { heading, done } = FAILURES[kind];
  const { draftDate, amount, paymentMethod } = failed;
  return {
    heading,
    paragraphs: [
      `We tried to take ${formatUsd(amount)} from ${paymentMethod} on ${formatUsDate(draftDate)}, ${done} Often there isn't enough money in the account. Your bank can tell you why.`,
      ...(retry === null
        ? []
        : [
            `We'll try once more on ${formatUsDate(retry.effectiveDate)}, for ${formatUsd(retry.amount)}. Please make sure the money is in your bank account by then.`,
          ]),
      ...(isPastDue && retry === null
        ? ["We don't try again. The amount is past due, so please pay it yourself."]
        : []),
      ...(isSuspended
        ? ['We have suspended auto debit. To start it again, check your bank account and sign up again.']
        : []),
    ],
  };
}

/** Returns the inbox message when auto debit ends with the account (ruling 95). Paragraphs are separated by blank lines. */
export const paidInFullMessage = (account: AccountNames) =>
  toLetter('Auto debit has ended', [
    `${accountName(account)} is paid in full, so we have ended auto debit for it. You don't have to do anything.`,
    "If a payment was already on its way, we send back what you don't owe.",
    "If your bank returns your last payment, auto debit doesn't start again by itself. You can sign up again under Auto Debit.",
  ]);
