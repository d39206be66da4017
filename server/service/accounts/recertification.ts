/** Executes the due steps of income recertification: reminders, and the change after a missed one (ruling 100). */
import { and, eq, inArray, lte } from 'drizzle-orm';
import { groupName } from '#domain/account-name.ts';
import { awaitsExit, nextUnbilled } from '#domain/accounts/bills.ts';
import type { Changed } from '#domain/accounts/pauses.ts';
import {
  type ChangedPayment,
  type ToRecertify,
  configuredPayment,
  missedRecertificationLetter,
  recertificationDay,
  recertificationReminder,
  withPermanentStandard,
} from '#domain/accounts/recertification.ts';
import { type PlainDate, addDays, businessDate } from '#domain/calendar.ts';
import { UNDECIDED } from '#domain/repayment/postponement/rules.ts';
import type { Database } from '../../db/database.ts';
import { accounts, applications, inboxMessages, loanGroups } from '../../db/schema/index.ts';
import { addLetter } from '../messages/letters.ts';
import { type GroupRow, readGroups, storeChanges, storeGroups } from '../portfolio/groups.ts';
import { groupBy } from '../group-by.ts';
import { type Own, ownRows } from '../own-rows.ts';
import { issueSchedules } from '../loan-documents/derived-documents.ts';

/** A group whose income is to be recertified by a day. */
type Recertifying = GroupRow & { readonly recertifyBy: PlainDate };

const isRecertifying = (group: GroupRow): group is Recertifying => group.recertifyBy !== null;

const isOwing = ({ nextDue }: GroupRow): boolean => nextDue !== null;

/** Adds a letter to the inbox, once for its id. */
async function tellOnce(db: Database, letter: Parameters<typeof addLetter>[1]): Promise<void> {
  const { borrowerKey, documentId } = letter;
  const i = inboxMessages;
  const known = await db.$count(i, and(eq(i.borrowerKey, borrowerKey), eq(i.documentId, documentId)));
  if (known === 0) await addLetter(db, letter);
}

/**
 * Executes the recertification steps of a borrower that are due on `day`. A group keeps its payment while an application is
 * in process that was sent in time, and while it waits for the payment for leaving IBR.
 */
export async function recertify(own: Own, day: PlainDate): Promise<void> {
  const { db, borrowerKey } = own;
  const g = loanGroups;
  const due = await db
    .selectDistinct({ accountId: g.accountId })
    .from(g)
    .where(and(eq(g.borrowerKey, borrowerKey), lte(g.recertificationOn, day)));
  const { groups } = await readGroups(db, borrowerKey, { accountIds: due.map(({ accountId }) => accountId) });
  const held = await ownRows(own, accounts);
  const isSent = and(eq(applications.kind, 'idr'), inArray(applications.status, [...UNDECIDED]));
  const sent = await ownRows(own, applications, isSent);
  const formatName = ({ accountId, groupId }: GroupRow): string =>
    groupName(held.find((account) => account.accountId === accountId) ?? { accountNumber: accountId }, groupId);
  const isWaiting = (group: Recertifying): boolean =>
    awaitsExit(group) || sent.some(({ receivedAt }) => businessDate(receivedAt) <= group.recertifyBy);

  const found = groups.filter(({ recertificationOn }) => recertificationOn !== null && recertificationOn <= day);
  // The program that decides on applications may have renewed the terms in the tables.
  const renewed = found
    .map((group) => ({ ...group, recertificationOn: recertificationDay(group, day) }))
    .filter(({ recertificationOn }) => recertificationOn !== day);
  await storeGroups(own, renewed);
  const toDo = found.filter(isRecertifying).filter((group) => recertificationDay(group, day) === day);
  const storeNext = (some: readonly GroupRow[], recertificationOn: PlainDate) => {
    const next = some.map((group) => ({ ...group, recertificationOn }));
    return storeGroups(own, next);
  };
  for (const together of groupBy(toDo, ({ recertifyBy }) => recertifyBy)) {
    const [{ recertifyBy: by }] = together;
    const letter = { borrowerKey, isDirect: false, receivedOn: day };
    if (day <= by) {
      await storeNext(together, addDays(by, 1));
      const owing = together
        .filter(isOwing)
        .map((group): ToRecertify => ({ name: formatName(group), payment: configuredPayment(group) }));
      if (owing.length === 0) continue;
      const documentId = `recertification-${by}`;
      await tellOnce(db, { ...letter, documentId, ...recertificationReminder(by, owing) });
      continue;
    }
    const waiting = together.filter(isWaiting);
    await storeNext(waiting, addDays(day, 1));
    const missed = together.filter((group) => !isWaiting(group));
    const changes = missed.map((group): Changed<GroupRow> => withPermanentStandard(group, day));
    await storeChanges(own, changes, null);
    const changed = changes
      .filter(({ group }) => isOwing(group))
      .map(({ group }): ChangedPayment => ({
        name: formatName(group),
        payment: group.monthlyPayment,
        isStandard: configuredPayment(group) === null,
        firstDue: nextUnbilled(group),
      }));
    if (changed.length === 0) continue;
    const accountIds = changes.map(({ group }) => group.accountId);
    await issueSchedules(own, accountIds, day);
    const documentId = `recertification-missed-${day}-${by}`;
    await tellOnce(db, { ...letter, documentId, ...missedRecertificationLetter(by, changed) });
  }
}
