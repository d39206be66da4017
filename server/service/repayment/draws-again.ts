/** Finds the day on which auto debit draws again after a granted pause (ruling 106). */
import { and, eq } from 'drizzle-orm';
import { type PlainDate, addMonths, findEarliest } from '#domain/calendar.ts';
import { loanPostponements } from '../../db/schema/index.ts';
import { comingThrough } from '../portfolio/coming.ts';
import { readHoldings, portfolioOn } from '../portfolio/portfolio.ts';
import type { Scope } from '../scope.ts';

/** The application that granted the pause, with its first day and the first day after it. */
interface Pausing {
  readonly confirmationNumber: string;
  readonly startDate: PlainDate | null;
  readonly endDate: PlainDate | null;
}

/** The number of months after a pause to search for the next draft. Loans that are paid ahead need such a long search. */
const MONTHS_AFTER = 12;

/**
 * Returns the day on which auto debit first draws from a covered account after a pause; null if it draws from none, or if
 * the pause is over on `day`.
 */
export async function drawsAgainOn(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  { confirmationNumber, startDate, endDate }: Pausing,
  day: PlainDate,
): Promise<PlainDate | null> {
  if (startDate === null || endDate === null || endDate <= day) return null;
  const p = loanPostponements;
  const covered = await db
    .selectDistinct({ accountId: p.accountId })
    .from(p)
    .where(and(eq(p.borrowerKey, borrowerKey), eq(p.confirmationNumber, confirmationNumber)));
  if (covered.length === 0) return null;
  const accountIds = covered.map(({ accountId }) => accountId);
  const { accounts } = portfolioOn(await readHoldings(db, borrowerKey, accountIds), day);
  const drafts = accounts
    .filter((account) => account.autoDebit)
    .flatMap((account) => comingThrough(account, { today: day, through: addMonths(endDate, MONTHS_AFTER) }))
    .filter((event) => event.kind === 'draft' && event.amount > 0 && event.dueDate >= endDate);
  return findEarliest(drafts.map((draft) => draft.day));
}
