/**
 * Makes the drafts of auto debit on their days (rulings 20 and 76). As for posting, there is no scheduled job: the drafts
 * of past days are made in order, each as of its day (service/work.ts).
 * A draft becomes a scheduled payment of the day, which is posted by the rules of all payments.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte } from 'drizzle-orm';
import {
  type DraftPart,
  draftDayOf,
  draftFor,
  draftTotal,
  nextDueDate,
  retryDayOf,
  retryFor,
  termsOn,
} from '#domain/accounts/drafts.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { ZERO, formatUsd } from '#domain/money.ts';
import { AUTO_DEBIT, RETURNED } from '#domain/payments/payment-types.ts';
import { ENROLL_AGAIN, SUSPENDED } from '#domain/payments/returns.ts';
import { maskedNumber } from '#domain/payments/source.ts';
import { insertMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  autoDebitChanges,
  autoDebits,
  inboxMessages,
  paymentHistory,
  paymentMethods,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { type GroupRow, changeLoansVersion, groupsOf } from '../accounts/groups.ts';
import { changesOf, changesOfAccount, draftChangeOf, isOn, storeIsOn } from './auto-debit-changes.ts';
import { groupsAtAutoDebitRates } from './auto-debit-rates.ts';
import { joinParts, partIdOf } from './debits.ts';
import { type FailedDraftEmail, addFailedDraftNotice } from '../messages/letters.ts';
import { PAYMENT_RETURNED, addAlert } from '../messages/texts.ts';

type Progress = typeof autoDebits.$inferSelect;
type Method = OpenedRow<typeof paymentMethods.$inferSelect>;

/** Simulates the bank: it refuses drafts from account numbers that end in 8888. */
const isRefusedByBank = ({ accountNumber }: Method): boolean => accountNumber.endsWith('8888');

/** The day of the draft for a due date of an account; null if auto debit does not draw on that day. */
type DraftDays = (accountId: string, dueDate: PlainDate | null) => PlainDate | null;

/** Returns the days of a borrower's drafts, by the terms that apply to each: a change can be too late for a draft. */
export async function draftDaysOf(db: Database, borrowerKey: string): Promise<DraftDays> {
  const changes = await changesOf(db, borrowerKey);
  return (accountId, dueDate) => {
    if (dueDate === null) return null;
    const day = draftDayOf(dueDate);
    const own = changes.filter((change) => change.accountId === accountId).map(draftChangeOf);
    return termsOn(own, day) === null ? null : day;
  };
}

const isRow = ({ borrowerKey, accountId }: Pick<Progress, 'borrowerKey' | 'accountId'>) =>
  and(eq(autoDebits.borrowerKey, borrowerKey), eq(autoDebits.accountId, accountId));

/** Returns the day of the next draft after a due date; null if nothing is owed. */
export function nextActionOn(groups: readonly GroupRow[], draftedThrough: PlainDate): PlainDate | null {
  const dueDate = nextDueDate(groups, draftedThrough);
  return dueDate === null ? null : draftDayOf(dueDate);
}

/** The draft to schedule: its day, the due date of its bills, and its parts. */
interface DraftToMake {
  readonly accountId: string;
  readonly dueDate: PlainDate;
  readonly day: PlainDate;
  readonly parts: readonly DraftPart[];
}

/** Schedules a draft for its own day. */
async function schedule(db: Database, method: Method, { accountId, dueDate, day, parts }: DraftToMake) {
  const { borrowerKey, profileId, routingNumber, accountTypeId, accountHolder, bankName } = method;
  const paymentId = randomUUID();
  await insertMany(
    db,
    scheduledPayments,
    parts.map(({ groupId, amount }, index) =>
      seals.scheduledPayments.seal({
        borrowerKey,
        paymentId,
        paymentDetailId: partIdOf(paymentId, index),
        accountId,
        groupId,
        effectiveDate: day,
        amount,
        profileId,
        routingNumber,
        bankAccountNumber: method.accountNumber,
        accountTypeId,
        accountHolder,
        paymentMethod: `${bankName} ${maskedNumber(method.accountNumber)}`,
        paymentType: AUTO_DEBIT,
        keepsDueDate: false,
        billDueDate: groupId === null ? null : dueDate,
        isExtra: groupId === null,
        predicted: null,
        authorizedAt: new Date(`${day}T12:00:00.000Z`),
      }),
    ),
  );
  await db
    .update(paymentMethods)
    .set({ lastUsedDate: day })
    .where(and(eq(paymentMethods.borrowerKey, borrowerKey), eq(paymentMethods.profileId, profileId)));
}

/** Records a refused draft in the payment history. Nothing is applied to the loans. */
async function recordRefusal(
  db: Database,
  method: Method,
  accountId: string,
  day: PlainDate,
  parts: readonly DraftPart[],
) {
  const { borrowerKey, routingNumber, accountTypeId, accountHolder } = method;
  const nothing = { principal: ZERO, interest: ZERO, fees: ZERO };
  const paymentId = randomUUID();
  await insertMany(
    db,
    paymentHistory,
    joinParts(
      parts.map(({ groupId, amount }, index) => ({
        borrowerKey,
        paymentDetailId: partIdOf(paymentId, index),
        accountId,
        effectiveDate: day,
        amount,
        ...nothing,
        description: RETURNED,
        groups: groupId === null ? [] : [{ groupId, total: amount, ...nothing }],
        paymentId,
        drawnOn: { routingNumber, bankAccountNumber: method.accountNumber, accountTypeId, accountHolder },
        closedAt: new Date(`${day}T12:00:00.000Z`),
      })),
    ).map(seals.paymentHistory.seal),
  );
}

/** A letter about a refused draft, with its email. */
interface RefusalLetter {
  readonly email: FailedDraftEmail;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Puts a letter about a refused draft into the borrower's inbox, and announces it by email, and by text if they chose so. */
async function tell(db: Database, borrowerKey: string, day: PlainDate, { email, subject, paragraphs }: RefusalLetter) {
  const documentId = randomUUID();
  await db.insert(inboxMessages).values({
    borrowerKey,
    documentId,
    isDirect: true,
    isPlainText: true,
    subject,
    text: paragraphs.join('\n\n'),
    receivedOn: day,
  });
  await addFailedDraftNotice(db, borrowerKey, documentId, email);
  await addAlert(db, borrowerKey, { id: documentId, texts: PAYMENT_RETURNED });
}

/** Returns the bank account of a draft. */
async function methodOf(db: Database, borrowerKey: string, profileId: string): Promise<Method | undefined> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.borrowerKey, borrowerKey), eq(paymentMethods.profileId, profileId)));
  return row && seals.paymentMethods.open(row);
}

/** Subject of the messages about a refused draft. */
const REFUSED = 'Your bank refused our auto debit draft';

const STILL_DUE = 'The amount is still due. Please pay it under Make a Payment.';

/** Suspends auto debit after a failed draft. */
async function suspend(
  db: Database,
  { borrowerKey, accountId }: Pick<Progress, 'borrowerKey' | 'accountId'>,
  day: PlainDate,
) {
  await db.insert(autoDebitChanges).values({
    borrowerKey,
    changeId: randomUUID(),
    accountId,
    kind: 'suspended',
    extraAmount: ZERO,
    changedOn: day,
    changedAt: new Date(`${day}T12:00:00.000Z`),
  });
  await groupsAtAutoDebitRates(db, borrowerKey, [accountId]);
  await storeIsOn(db, borrowerKey, accountId, false);
}

/**
 * Suspends auto debit of an account if it is on, because the bank returned a draft after it was posted. Such a draft is not
 * made again: the bank has already paid and taken back the money. The letter about the return says so. Returns whether it was
 * on.
 */
export async function suspendAfterReturn(
  db: Database,
  account: Pick<Progress, 'borrowerKey' | 'accountId'>,
  day: PlainDate,
): Promise<boolean> {
  if (!isOn(await changesOfAccount(db, account))) return false;
  await db.update(autoDebits).set({ actionOn: null, refused: null }).where(isRow(account));
  await suspend(db, account, day);
  return true;
}

/** Makes the draft or the retry of one account that is due on `day`, and sets the day of the next one. */
async function draftAccount(db: Database, row: Progress, day: PlainDate): Promise<void> {
  const { borrowerKey, accountId, refused } = row;
  const groups = (await groupsOf(db, borrowerKey, [accountId])).get(accountId) ?? [];
  const dueDate = refused?.dueDate ?? nextDueDate(groups, row.draftedThrough);
  const store = (set: Partial<Progress>) => db.update(autoDebits).set(set).where(isRow(row));
  if (dueDate === null || (refused === null && draftDayOf(dueDate) > day)) {
    await store({ actionOn: nextActionOn(groups, row.draftedThrough) });
    return;
  }
  const changes = await changesOfAccount(db, { borrowerKey, accountId });
  const terms = termsOn(changes.map(draftChangeOf), draftDayOf(dueDate));
  const method = terms === null ? undefined : await methodOf(db, borrowerKey, terms.profileId);
  const parts =
    refused === null
      ? draftFor(groups, dueDate, terms?.extraAmount ?? ZERO)
      : retryFor(refused.parts, groups, dueDate, day);
  // After a stop, drafts end with the first one that it applies to.
  const actionOn = terms === null && !isOn(changes) ? null : nextActionOn(groups, dueDate);
  const done = { draftedThrough: dueDate, actionOn, refused: null };
  if (method === undefined || parts.length === 0) {
    await store(done);
    return;
  }
  if (!isRefusedByBank(method)) {
    await schedule(db, method, { accountId, dueDate, day, parts });
    await store(done);
    return;
  }
  await recordRefusal(db, method, accountId, day, parts);
  const [account] = await db
    .select({ accountNumber: accounts.accountNumber })
    .from(accounts)
    .where(and(eq(accounts.borrowerKey, borrowerKey), eq(accounts.accountId, accountId)));
  const accountNumber = account?.accountNumber ?? '';
  if (refused !== null) {
    await store({ ...done, actionOn: null });
    const failure = `Your bank refused our draft for account ${accountNumber} twice.`;
    const email = { kind: 'draftRefusedAgain' } as const;
    if (isOn(changes)) {
      await suspend(db, row, day);
      const paragraphs = [`${failure} ${SUSPENDED}`, STILL_DUE, ENROLL_AGAIN];
      await tell(db, borrowerKey, day, { email, subject: 'Auto debit is suspended', paragraphs });
    } else {
      await tell(db, borrowerKey, day, { email, subject: REFUSED, paragraphs: [failure, STILL_DUE] });
    }
    return;
  }
  const again = retryDayOf(day);
  await store({ draftedThrough: dueDate, actionOn: again, refused: { dueDate, parts } });
  await changeLoansVersion(db, borrowerKey);
  await tell(db, borrowerKey, day, {
    email: { kind: 'draftRefused', aboutDay: again },
    subject: REFUSED,
    paragraphs: [
      `We could not draw ${formatUsd(draftTotal(parts))} from ${method.bankName} ${maskedNumber(method.accountNumber)} for account ${accountNumber}.`,
      `We will try once more on ${formatUsDate(again)}. Please make sure that the money is in your bank account. Your bank may charge a fee.`,
    ],
  });
}

/** Makes the first draft or second attempt of a borrower that is due on `day`. The transaction holds the borrower's row. */
export async function makeDraft(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const [first] = await db
    .select()
    .from(autoDebits)
    .where(and(eq(autoDebits.borrowerKey, borrowerKey), lte(autoDebits.actionOn, day)))
    .orderBy(asc(autoDebits.actionOn), asc(autoDebits.accountId))
    .limit(1);
  if (first !== undefined) await draftAccount(db, first, day);
}
