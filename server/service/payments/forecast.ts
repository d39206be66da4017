/**
 * Predicts the effect of payments by the rules that post them, including earlier payments that are still to be posted:
 * the split that is stored with a submission, and the preview on the review step.
 */
import {
  type BillForecast,
  type GroupForecast,
  type SplitForecast,
  forecastPayment,
  forecastSplit,
} from '#domain/timeline/forecast.ts';
import { NOTHING, type Parts, type StandingInstruction, addParts, wholeOf } from '#domain/accounts/ledger.ts';
import { instructionOn } from '#domain/accounts/instructions.ts';
import type { Posting } from '#domain/accounts/posting.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { messageOf } from '#domain/issue.ts';
import { sumCents } from '#domain/money.ts';
import { paymentsBefore } from '#domain/timeline/timeline.ts';
import { judgePayment } from '#domain/payments/arrival.ts';
import type { payments } from '#domain/payments/calls.ts';
import { paymentMessages } from '#domain/payments/messages.ts';
import type { PredictedSplit } from '../../db/schema/index.ts';
import { type ForecastShare, dueFactsFor, sharesOf } from './payment-facts.ts';
import { type HeldGroup, type Holdings, holdingsOf } from '../accounts/portfolio.ts';
import { type Handler, type Scope, ServiceProblem } from '../scope.ts';

/** A share as the rules that post it see it. */
const postingOf = (
  { amount, groupId, keepsDueDate }: ForecastShare,
  effectiveDate: PlainDate,
  instruction: StandingInstruction,
): Posting => ({ amount, groupId, effectiveDate, keepsDueDate, instruction });

/** An account with the payments that will be posted to it, in the order of posting. */
interface AccountToPost<S> {
  readonly account: Holdings['accounts'][number];
  readonly earlier: readonly Posting[];
  /** The shares of the payment itself: by group. */
  readonly own: readonly { readonly share: S; readonly posting: Posting }[];
}

/**
 * Returns the accounts that a payment of one day reaches, with the payments that are posted before it: those under way, and
 * the drafts of auto debit to come.
 */
function accountsToPost<S extends ForecastShare>(
  { accounts }: Holdings,
  { today, effectiveDate }: { readonly today: PlainDate; readonly effectiveDate: PlainDate },
  shares: readonly S[],
): AccountToPost<S>[] {
  return accounts.flatMap((account) => {
    const { groups, agreements } = account;
    const instruction = instructionOn(agreements.instructions, effectiveDate);
    const own = shares
      .filter((share) => share.accountNumber === account.accountNumber)
      .toSorted((a, b) => ((a.groupId ?? '') < (b.groupId ?? '') ? -1 : 1))
      .map((share) => ({ share, posting: postingOf(share, effectiveDate, instruction) }));
    if (own.length === 0) return [];
    return [{ account, earlier: paymentsBefore<HeldGroup>(groups, agreements, { today, day: effectiveDate }), own }];
  });
}

/** Predicts the split of each share of a payment, which is stored with the share. */
export function forecastShares<S extends ForecastShare>(
  holdings: Holdings,
  days: { readonly today: PlainDate; readonly effectiveDate: PlainDate },
  shares: readonly S[],
): ReadonlyMap<S, SplitForecast> {
  const found = new Map<S, SplitForecast>();
  for (const { account, earlier, own } of accountsToPost(holdings, days, shares)) {
    const before = [...earlier];
    for (const { share, posting } of own) {
      found.set(share, forecastSplit(account.groups, before, posting));
      before.push(posting);
    }
  }
  return found;
}

/** A split as it is stored with the payment. */
export const predictedOf = ({ groups, refunded }: SplitForecast): PredictedSplit => ({
  ...groups.map(({ applied }) => applied).reduce(addParts, NOTHING),
  refunded,
  groups: groups.map(({ groupId, applied }) => ({ groupId, total: wholeOf(applied), ...applied })),
});

type SentForecast = CallSent<typeof payments.forecast>;
type SentGroup = SentForecast['accounts'][number]['groups'][number];

const sentParts = ({ fees, interest, principal }: Parts) => ({
  feesApplied: fees,
  interestApplied: interest,
  principalApplied: principal,
});

const sentBills = (bills: readonly BillForecast[]) => bills.map(({ dueDate, amount }) => ({ dueDate, amount }));

/** A payer sees groups, as in the payment history (Y §6), but no loans. */
const sentGroup = (group: GroupForecast, loanType: string, role: Scope['person']['role']): SentGroup => ({
  groupId: group.groupId,
  loanType,
  ...sentParts(group.applied),
  balanceAfter: sumCents(group.loans.map(({ balanceAfter }) => balanceAfter)),
  pastDueAfter: group.pastDueAfter,
  loans:
    role === 'payer'
      ? []
      : group.loans.map(({ loanId, rate, applied, balanceAfter }) => ({
          loanId,
          rate: rate / 1000,
          ...sentParts(applied),
          balanceAfter,
        })),
  billsAdvanced: sentBills(group.billsAdvanced),
  billsKept: sentBills(group.billsKept),
});

/** Predicts the effect of a payment that has not been submitted. Stores nothing. A payment that a rule refuses is 422. */
export const forecastOf: Handler<typeof payments.forecast> = async (scope, { body }) => {
  const { db, borrowerKey, person, today } = scope;
  const holdings = await holdingsOf(db, borrowerKey);
  const problem = judgePayment(body, await dueFactsFor(scope, body, holdings));
  if (problem !== undefined) {
    const message = messageOf(paymentMessages, problem.issue);
    throw new ServiceProblem(422, 'Unprocessable content', message, [
      { field: problem.field, code: problem.issue.code, message },
    ]);
  }
  const { effectiveDate } = body;
  const toPost = accountsToPost(holdings, { today, effectiveDate }, sharesOf(body));
  return {
    accounts: toPost.map(({ account, earlier, own }) => {
      const { groups, refunded } = forecastPayment(
        account.groups,
        earlier,
        own.map(({ posting }) => posting),
      );
      const typeOf = new Map(account.groups.map(({ groupId, loanType }) => [groupId, loanType]));
      return {
        accountNumber: account.accountNumber,
        loanType: account.loanType,
        refundedAmount: refunded,
        groups: groups.map((group) => sentGroup(group, typeOf.get(group.groupId) ?? '', person.role)),
      };
    }),
  };
};
