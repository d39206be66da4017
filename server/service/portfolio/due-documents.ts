/**
 * Marks statements and tax forms as due, which `loan-documents` then issues: an account's row has the next day of a
 * statement (ruling 91), and the borrower's row that of tax forms (ruling 93).
 */
import { and, gt, inArray, lte } from 'drizzle-orm';
import { isLeadBilled } from '#domain/accounts/bills.ts';
import { lastTaxYearOn, getYear } from '#domain/accounts/loan-documents/tax-days.ts';
import { type PlainDate, addMonths } from '#domain/calendar.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import { accounts, borrowers } from '../../db/schema/index.ts';
import { groupBy } from '../group-by.ts';
import { type Own, updateOwnRows } from '../own-rows.ts';
import type { GroupRow } from './groups.ts';

/** The months between the statements of a pause. */
export const QUARTER = 3;

/** Stores the day on which the next statement of some accounts is due; null for none. */
export const setStatementOn = (own: Own, accountIds: readonly string[], statementOn: PlainDate | null) =>
  updateOwnRows(own, accounts, { statementOn }, inArray(accounts.accountId, [...accountIds]));

/**
 * Makes statements due for accounts that got their cycle's bill on `day` or are paid in full. `groups` must contain all
 * groups.
 */
export async function markStatements(own: Own, groups: readonly GroupRow[], day: PlainDate): Promise<void> {
  const due = groupBy(groups, ({ accountId }) => accountId).filter(
    (held) => held.every(({ nextDue }) => nextDue === null) || isLeadBilled(held, day),
  );
  const accountIds = due.map(([{ accountId }]) => accountId);
  if (accountIds.length > 0) await setStatementOn(own, accountIds, day);
}

/** Returns the day of the next statement if no bill comes before; null before repayment and after the last statement. */
export const quarterlyStatementOn = (
  groups: readonly Pick<GroupRow, 'nextDue' | 'repaymentStarts'>[],
  day: PlainDate,
): PlainDate | null =>
  groups.some((group) => group.nextDue !== null && (repaymentEntered(group) ?? day) <= day)
    ? addMonths(day, QUARTER)
    : null;

/**
 * Makes the forms due on `day`, the day of the work, if a payment changed whose year's forms are issued: it was posted late,
 * returned, or divided in another way. A payment that came after its day of posting, when the forms were issued, makes them
 * due on the day on which that work is done (`today`).
 */
export async function markTaxYearChanged(
  own: Own,
  { effectiveDate, day, today = day }: { effectiveDate: PlainDate; day: PlainDate; today?: PlainDate },
): Promise<void> {
  const year = getYear(effectiveDate);
  const due = year > lastTaxYearOn(day) ? today : day;
  if (year > lastTaxYearOn(due)) return;
  const { taxFormsFrom, taxFormsOn } = borrowers;
  const isIssued = and(lte(taxFormsFrom, year), gt(taxFormsOn, due));
  await updateOwnRows(own, borrowers, { taxFormsOn: due }, isIssued);
}
