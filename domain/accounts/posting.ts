/** A payment posted to an account: shared out over its loans, and set against the bills of its groups. */
import { computePostingDay } from '../banking-days.ts';
import { type PlainDate, addDays } from '../calendar.ts';
import { type Cents, subtractCents, sumCents } from '../money.ts';
import {
  type BilledGroup,
  type PaymentTerms,
  type Settled,
  issueTo,
  monthlyPaymentOn,
  openBills,
  getOpenAmount,
  paysBill,
  settle,
} from './bills.ts';
import { accrueTo } from '../interest.ts';
import { type LedgerGroup, type Purpose, computePayoff, postToGroups } from './ledger.ts';
import { NOTHING, type Parts, sumAllParts } from '../parts.ts';
import { countPayment } from './rap.ts';

/** A payment on an account, or on one of its groups. */
export interface Posting extends Purpose, PaymentTerms {
  /** In cents. */
  readonly amount: Cents;
  /** The day on which it is posted; by default that of its effective date. */
  readonly postedOn?: PlainDate | undefined;
}

/** A group after a payment that affected it, with the payment's effect in it. */
export interface PaidGroup<G> extends Settled<G> {
  readonly applied: Parts;
  /** The principal repaid on each loan. */
  readonly repaid: readonly { readonly loanId: string; readonly principal: Cents }[];
}

/** Returns a group as the ledger distributes payments to it: with the amounts that the payment can pay. */
function asOwed(group: BilledGroup, terms: PaymentTerms): LedgerGroup {
  const day = terms.effectiveDate;
  const payable = openBills(group).filter((bill) => paysBill(bill, terms));
  const past = payable.filter(({ dueDate }) => dueDate < day);
  const due = payable.filter(({ dueDate }) => dueDate >= day);
  return {
    groupId: group.groupId,
    plan: group.plan,
    monthlyPayment: monthlyPaymentOn(group, day),
    amountDue: sumCents(due.map(getOpenAmount)),
    pastDue: sumCents(past.map(getOpenAmount)),
    pastDueSince: past[0]?.dueDate ?? null,
    loans: group.loans,
  };
}

/**
 * Posts a payment as of its effective date (ruling 20). It is posted days later: interest is as of the effective date,
 * and the payment also pays bills that were issued in between, before it pays ahead. Payments with an earlier effective
 * date must have been posted before. `left` is the excess over the amount owed on the account, in cents.
 */
export function postToAccount<G extends BilledGroup>(
  groups: readonly G[],
  posting: Posting,
): { paid: PaidGroup<G>[]; left: Cents } {
  const { amount, effectiveDate: day, postedOn } = posting;
  const before = addDays(postedOn ?? computePostingDay(day), -1);
  const issued = groups.map((group) => {
    // Bills first: the amount owed on their due dates can't be computed once later interest has accrued.
    const billed = issueTo(group, before);
    return { ...billed, loans: billed.loans.map((loan) => accrueTo(loan, day)) };
  });
  const owing = issued.map((group) => asOwed(group, posting));
  const { posted, left } = postToGroups(amount, owing, day, posting);
  const paid = issued.flatMap((group, index) => {
    const { group: after, applied } = posted[index] ?? { group, applied: NOTHING };
    const paidOnGroup = sumAllParts(applied);
    if (paidOnGroup === 0) return [];
    const settled = settle(group, { ...posting, amount: paidOnGroup, stillOwed: computePayoff(after.loans, day) });
    const repaid = group.loans.map(({ loanId, principal }, at) => ({
      loanId,
      principal: subtractCents(principal, after.loans[at]?.principal ?? principal),
    }));
    const counted = countPayment(settled.group, posting, { applied, parts: settled.parts });
    return [{ ...settled, group: { ...counted, loans: after.loans }, applied, repaid }];
  });
  return { paid, left };
}

/** Posts a payment like {@link postToAccount}. Also returns all groups of the account after it, in their order. */
export function applyPosting<G extends BilledGroup>(groups: readonly G[], posting: Posting) {
  const posted = postToAccount(groups, posting);
  const after = new Map(posted.paid.map(({ group }) => [group.groupId, group]));
  return { ...posted, groups: groups.map((group) => after.get(group.groupId) ?? group) };
}
