/** Validation of a submitted payment on the server (Y §5.1), with the server's own data. */
import { type Cents, ZERO, sumCents } from '../money.ts';
import type { FieldProblem } from '../issue.ts';
import { type BalanceInput, type PayableAmounts, type UnderWay, accountsOn, payableOn } from './cutoff.ts';
import { validateAllocation, validateDay, findMethod } from './rules.ts';
import type { AccountPayment, AvailableDates, PaymentMethodProfile } from './shapes.ts';
import type { PaymentAmountsV2, SubmitV2 } from './submission-shapes.ts';

/** The server's data for validating the date and the amounts of a payment. */
export interface DueInput extends BalanceInput, UnderWay {
  readonly dates: AvailableDates;
}

/** The server's data for validating a submitted payment. */
export interface ArrivalInput extends DueInput {
  readonly methods: readonly PaymentMethodProfile[];
  /** The problem with a bank account that is not saved: null if it is valid, absent if none was validated. */
  readonly newAccount?: FieldProblem | null;
}

type AccountShare = SubmitV2['borrowerPaymentV2']['borrowerAccountPaymentsV2'][number];

/** Returns the problem with one account's share and its location; undefined if the share is valid. */
function validateShare(
  share: AccountShare,
  account: AccountPayment,
  { most, quoted }: PayableAmounts,
): FieldProblem | undefined {
  const { paymentAmount, borrowerGroupPaymentsV2: groups, isGroupLevelPayment } = share;
  if (paymentAmount < 0) return { field: 'paymentAmount', issue: { code: 'amount.format' } };
  const isQuoted = paymentAmount === quoted && !share.isGroupLevelPayment;
  if (paymentAmount > most && !isQuoted)
    return { field: 'paymentAmount', issue: { code: 'amount.exceedsPayoff', payoff: most } };
  if (isGroupLevelPayment !== groups.length > 0)
    return { field: 'isGroupLevelPayment', issue: { code: 'account.mismatch' } };
  const amounts = new Map<string, Cents>();
  for (const [index, { accountNumber, groupId, paymentAmount: amount }] of groups.entries()) {
    const field = `borrowerGroupPaymentsV2.${index}.paymentAmount`;
    const isKnown = account.borrowerGroupPayments.some((group) => group.groupId === groupId);
    if (!isKnown || accountNumber !== account.accountNumber || amounts.has(groupId))
      return { field, issue: { code: 'group.unknown' } };
    if (amount < 0) return { field, issue: { code: 'amount.format' } };
    amounts.set(groupId, amount);
  }
  if (!isGroupLevelPayment) return undefined;
  if (sumCents(amounts.values()) !== paymentAmount)
    return { field: 'paymentAmount', issue: { code: 'account.mismatch' } };
  const paid = account.borrowerGroupPayments.map((group) => ({
    groupId: group.groupId,
    amount: amounts.get(group.groupId) ?? ZERO,
    due: group,
  }));
  for (const group of paid) {
    const issue = validateAllocation(
      group,
      paid.filter((each) => each !== group),
    );
    if (issue !== undefined) return { field: 'borrowerGroupPaymentsV2', issue };
  }
  return undefined;
}

/**
 * Validates the date and the amounts of a payment (Y §5.1) with the server's own data: each amount against the payoff of
 * its date or its payoff quote, less payments under way, the split of extra money between groups, and the sums. The
 * caller has already checked that the accounts belong to the borrower.
 */
export function validatePayment(payment: PaymentAmountsV2, facts: DueInput): FieldProblem | undefined {
  const day = validateDay(payment.effectiveDate, facts.dates);
  if (day !== undefined) return { field: 'effectiveDate', issue: day };
  const shares = payment.borrowerPaymentV2.borrowerAccountPaymentsV2;
  const accounts = accountsOn(facts, payment.effectiveDate);
  for (const [index, share] of shares.entries()) {
    const at = `borrowerPaymentV2.borrowerAccountPaymentsV2.${index}`;
    const account = accounts.find((each) => each.accountNumber === share.accountNumber);
    const twice = shares.findIndex((each) => each.accountNumber === share.accountNumber) !== index;
    if (account === undefined || twice) return { field: `${at}.paymentAmount`, issue: { code: 'account.unknown' } };
    const problem = validateShare(share, account, payableOn(account, payment.effectiveDate, facts));
    if (problem !== undefined) return { ...problem, field: `${at}.${problem.field}` };
  }
  const total = sumCents(shares.map((share) => share.paymentAmount));
  if (total === 0) return { field: 'paymentAmountControlTotal', issue: { code: 'total.zero' } };
  return total === payment.paymentAmountControlTotal
    ? undefined
    : { field: 'paymentAmountControlTotal', issue: { code: 'total.mismatch' } };
}

/** Validates a submitted payment (Y §5.1): its date and amounts as {@link validatePayment} does, then its bank account. */
export function validateSubmission(submission: SubmitV2, facts: ArrivalInput): FieldProblem | undefined {
  const problem = validatePayment(submission, facts);
  if (problem !== undefined) return problem;
  if (submission.methodId === null && facts.newAccount !== undefined) return facts.newAccount ?? undefined;
  return findMethod(facts.methods, submission.methodId) === undefined
    ? { field: 'methodId', issue: { code: 'method.unknown' } }
    : undefined;
}
