/** The events in the life of an application. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import type { ApplicationEvent } from '#domain/repayment/postponement/shapes.ts';
import { applicationEvents } from '../../db/schema/index.ts';
import type { Scope } from '../scope.ts';

type Row = Pick<typeof applicationEvents.$inferSelect, 'borrowerKey' | 'confirmationNumber'>;

/** Records events of an application. An event that is recorded already stays as it is. */
export async function recordEvents(
  { db }: Pick<Scope, 'db'>,
  { borrowerKey, confirmationNumber }: Row,
  events: readonly { readonly event: ApplicationEvent; readonly on: PlainDate }[],
  actor: Partial<typeof applicationEvents.$inferInsert> = {},
): Promise<void> {
  const known = await db.$count(
    applicationEvents,
    and(eq(applicationEvents.borrowerKey, borrowerKey), eq(applicationEvents.confirmationNumber, confirmationNumber)),
  );
  for (const [index, { event, on }] of events.entries()) {
    await db
      .insert(applicationEvents)
      .values({
        borrowerKey,
        confirmationNumber,
        event,
        happenedOn: on,
        position: known + index,
        recordedAt: new Date(),
        ...actor,
      })
      .onConflictDoNothing();
  }
}

/** Returns the events of an application, in order. */
export async function readEvents(
  { db, borrowerKey }: Pick<Scope, 'db' | 'borrowerKey'>,
  confirmationNumbers: readonly string[],
) {
  if (confirmationNumbers.length === 0) return [];
  const { confirmationNumber, event, happenedOn, position } = applicationEvents;
  return db
    .select({ confirmationNumber, event, happenedOn })
    .from(applicationEvents)
    .where(and(eq(applicationEvents.borrowerKey, borrowerKey), inArray(confirmationNumber, [...confirmationNumbers])))
    .orderBy(asc(position));
}
