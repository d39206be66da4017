/** Reminders by text: payments that are due soon, and drafts of auto debit that are coming. */
import { and, eq, lte } from 'drizzle-orm';
import { type PlainDate, addDays } from '#domain/calendar.ts';
import { LEAD_DAYS } from '#domain/messages/text-alerts/shapes.ts';
import { remindersOn } from '#domain/timeline/next-dates.ts';
import type { Database } from '../../db/database.ts';
import { textAlerts } from '../../db/schema/index.ts';
import type { TextKind } from '../../mail/texts.ts';
import { comingThrough } from '../portfolio/coming.ts';
import { readHoldings, portfolioOn } from '../portfolio/portfolio.ts';
import { addAlert } from './texts.ts';

const KINDS = { paymentDue: 'textPaymentDue', draftComing: 'textDraftComing' } as const satisfies Record<
  string,
  TextKind
>;

/**
 * Adds the reminders of a borrower with text alerts, once a day. Each payment and each draft is announced once. The
 * transaction must have locked the borrower's row.
 */
export async function addReminders(db: Database, borrowerKey: string, today: PlainDate): Promise<void> {
  const checked = await db
    .update(textAlerts)
    .set({ checkOn: addDays(today, 1) })
    .where(and(eq(textAlerts.borrowerKey, borrowerKey), lte(textAlerts.checkOn, today)))
    .returning({ borrowerKey: textAlerts.borrowerKey });
  if (checked.length === 0) return;
  const { accounts } = portfolioOn(await readHoldings(db, borrowerKey), today);
  const through = addDays(today, LEAD_DAYS);
  const events = accounts.flatMap((account) => comingThrough(account, { today, through }));
  for (const { alert, date } of remindersOn(events, today)) {
    await addAlert(db, borrowerKey, { id: date, texts: [{ alert, kind: KINDS[alert] }], aboutDay: date });
  }
}
