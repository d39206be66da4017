/**
 * Projects the remaining payments, bill by bill, until loans are paid off at their current monthly amounts. On each due
 * date the ledger posts the amount due, so that interest is the simple daily interest between due dates (ruling 80).
 */
import { type PlainDate, addDays, addMonths, earliestOf, monthOf } from '../calendar.ts';
import { type Cents, ZERO, sumCents } from '../money.ts';
import { dueDateOn, dueOnDate, issueTo, openBills } from './bills.ts';
import {
  type LedgerLoan,
  NOTHING,
  NO_INSTRUCTION,
  type Parts,
  type StandingInstruction,
  addParts,
  owedOn,
  wholeOf,
} from './ledger.ts';
import { type ProjectedGroup, broughtTo } from './changes.ts';
import type { PausedLedgerLoan } from './pauses.ts';
import { applyPosting } from './posting.ts';

/** One payment to come. Amounts are in cents. */
export interface Instalment {
  readonly date: PlainDate;
  readonly payment: Cents;
  readonly parts: Parts;
  /** Principal, interest and fees that are owed after it. */
  readonly balance: Cents;
}

/** The payments until loans are paid off. */
export interface Repayment {
  readonly instalments: readonly Instalment[];
  /**
   * Whether the last installment pays the loans off; otherwise the amount is too small to do so within the projected
   * years.
   */
  readonly isPaidOff: boolean;
  readonly total: Parts;
}

/** An extra payment beyond the bills, each month on the first due date in it. */
export interface Extra {
  readonly amount: Cents;
  readonly instruction: StandingInstruction;
}

/** The longest projection in years; a longer repayment is cut off. */
const MAX_YEARS = 50;

const payoffOf = (loans: readonly LedgerLoan[], day: PlainDate): Cents =>
  sumCents(loans.map((loan) => wholeOf(owedOn(loan, day))));

type Group = ProjectedGroup;

/** Posts an amount; returns the resulting groups and the amounts paid. */
function post(groups: readonly Group[], amount: Cents, day: PlainDate, extra?: Extra) {
  const { paid, groups: after } = applyPosting<PausedLedgerLoan, Group>(groups, {
    amount,
    effectiveDate: day,
    keepsDueDate: false,
    isExtra: extra !== undefined,
    groupId: null,
    instruction: extra?.instruction ?? NO_INSTRUCTION,
  });
  return { groups: after, parts: paid.map(({ applied }) => applied).reduce(addParts, NOTHING) };
}

/** Pays the bill of a group on its due date, and what is past due. Paid bills are dropped. */
function payBill(group: Group, day: PlainDate): { group: Group; parts: Parts } {
  const billed = issueTo(group, day);
  const { amount, pastDue } = dueOnDate(billed, day);
  const total = sumCents([amount, pastDue]);
  const { groups, parts } = total > 0 ? post([billed], total, day) : { groups: [billed], parts: NOTHING };
  const after = groups[0] ?? billed;
  return { group: { ...after, bills: openBills(after) }, parts };
}

/**
 * Returns the payments from `today` on, with an extra monthly amount if given. Pauses and reduced rates end on their days,
 * with the payment after them. Group ids must differ.
 */
export function repaymentOf(loanGroups: readonly Group[], today: PlainDate, extra?: Extra): Repayment {
  const end = addMonths(today, MAX_YEARS * 12);
  const instalments: Instalment[] = [];
  let groups = loanGroups.map((group) => issueTo(group, today));
  let extraMonth = '';
  for (let from = today; ;) {
    const start = from;
    const day = earliestOf(groups.map((group) => dueDateOn(group, start)));
    if (day === null || day > end) break;
    from = addDays(day, 1);
    let parts = NOTHING;
    groups = groups.map((each) => {
      const group = broughtTo(each, day);
      if (dueDateOn(group, day) !== day) return group;
      const paid = payBill(group, day);
      parts = addParts(parts, paid.parts);
      return paid.group;
    });
    if (extra !== undefined && extra.amount > 0 && monthOf(day) !== extraMonth) {
      extraMonth = monthOf(day);
      const paid = post(groups, extra.amount, day, extra);
      groups = paid.groups;
      parts = addParts(parts, paid.parts);
    }
    const payment = wholeOf(parts);
    if (payment === 0) continue;
    const balance = sumCents(groups.map(({ loans }) => payoffOf(loans, day)));
    instalments.push({ date: day, payment, parts, balance });
    if (balance === 0) break;
  }
  return {
    instalments,
    isPaidOff: instalments.length > 0 && instalments.at(-1)?.balance === ZERO,
    total: instalments.map(({ parts }) => parts).reduce(addParts, NOTHING),
  };
}
