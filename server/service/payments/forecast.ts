/**
 * Predicts the effect of payments by the rules that post them, including earlier payments that are still to be posted:
 * the split that is stored with a submission, and the preview on the review step.
 */
import { type GroupForecast, type SplitForecast, forecastPayment, forecastSplits } from '#domain/timeline/forecast.ts';
import { type Parts, sumParts, sumAllParts } from '#domain/parts.ts';
import { instructionOn } from '#domain/accounts/instructions.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { sumCents } from '#domain/money.ts';
import { groupsBefore } from '#domain/timeline/timeline.ts';
import { validatePayment } from '#domain/payments/arrival.ts';
import type { payments } from '#domain/payments/calls.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import type { PaymentLine } from '#domain/payments/lines.ts';
import { toPaymentOrder } from '#domain/payments/payload.ts';
import type { PredictedSplit } from '../../db/schema/index.ts';
import { readDueInput } from './due.ts';
import { type Holdings, readHoldings } from '../portfolio/portfolio.ts';
import { type Handler, type Scope, refusedField } from '../scope.ts';

/** Returns the accounts before a payment of one day that reaches them, and its shares in the order of their posting. */
function accountsToPost(
  { accounts }: Holdings,
  { today, effectiveDate: day }: { readonly today: PlainDate; readonly effectiveDate: PlainDate },
  all: readonly PaymentLine[],
) {
  return accounts.flatMap((account) => {
    const { groups, agreements, accountNumber } = account;
    const shares = all
      .filter((share) => share.accountNumber === accountNumber)
      .toSorted((a, b) => ((a.groupId ?? '') < (b.groupId ?? '') ? -1 : 1));
    if (shares.length === 0) return [];
    const agreed = { effectiveDate: day, instruction: instructionOn(agreements.instructions, day) };
    const postings = shares.map(({ amount, groupId, keepsDueDate }) => ({ amount, groupId, keepsDueDate, ...agreed }));
    return [{ account, before: groupsBefore(groups, agreements, { today, day }), shares, postings }];
  });
}

/** Predicts the split of each share of a payment, which is stored with the share. */
export const forecastShares = (
  holdings: Holdings,
  days: { readonly today: PlainDate; readonly effectiveDate: PlainDate },
  all: readonly PaymentLine[],
): ReadonlyMap<PaymentLine, SplitForecast> =>
  new Map(
    accountsToPost(holdings, days, all).flatMap(({ before, shares, postings }) =>
      forecastSplits(before, postings).flatMap((split, index): [PaymentLine, SplitForecast][] => {
        const share = shares[index];
        return share === undefined ? [] : [[share, split]];
      }),
    ),
  );

/** Returns a split in the format that is stored with the payment. */
export const toPredicted = ({ groups, refunded }: SplitForecast): PredictedSplit => ({
  ...sumParts(groups.map(({ applied }) => applied)),
  refunded,
  groups: groups.map(({ groupId, applied }) => ({ groupId, total: sumAllParts(applied), ...applied })),
});

type SentForecast = CallSent<typeof payments.forecast>;
type SentGroup = SentForecast['accounts'][number]['groups'][number];

/** Returns the parts of a payment as they are sent. */
export const sentParts = ({ fees, interest, principal }: Parts) => ({
  feesApplied: fees,
  interestApplied: interest,
  principalApplied: principal,
});

/** Returns a group in wire format. A payer sees groups, as in the payment history (Y §6), but no loans. */
const sentGroup = (group: GroupForecast, loanType: string, role: Scope['person']['role']): SentGroup => ({
  ...group,
  loanType,
  ...sentParts(group.applied),
  balanceAfter: sumCents(group.loans.map(({ balanceAfter }) => balanceAfter)),
  loans:
    role === 'payer'
      ? []
      : group.loans.map((loan) => ({ ...loan, rate: loan.rate / 1000, ...sentParts(loan.applied) })),
});

/** Predicts the effect of a payment that has not been submitted. Stores nothing. A payment that a rule refuses is 422. */
export const readForecast: Handler<typeof payments.forecast> = async (scope, { body }) => {
  const { db, borrowerKey, person, today } = scope;
  const holdings = await readHoldings(db, borrowerKey);
  const problem = validatePayment(body, await readDueInput(scope, body, holdings));
  if (problem !== undefined) throw refusedField('Unprocessable content', problem, paymentMessages);
  const { effectiveDate, lines } = toPaymentOrder(body);
  const paid = lines.filter(({ amount }) => amount > 0);
  const toPost = accountsToPost(holdings, { today, effectiveDate }, paid);
  return {
    accounts: toPost.map(({ account, before, postings }) => {
      const { groups, refunded } = forecastPayment(before, postings);
      const loanTypes = new Map(account.groups.map(({ groupId, loanType }) => [groupId, loanType]));
      return {
        accountNumber: account.accountNumber,
        loanType: account.loanType,
        refundedAmount: refunded,
        groups: groups.map((group) => sentGroup(group, loanTypes.get(group.groupId) ?? '', person.role)),
      };
    }),
  };
};
