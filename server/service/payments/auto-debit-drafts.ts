/**
 * Fixes the drafts of auto debit, and draws them on their days (rulings 20, 76 and 89). As for posting, there is no
 * scheduled job: the drafts of past days are drawn in order, each as of its day (service/due-work/work.ts). A draft becomes
 * a scheduled payment of the day, which is posted by the rules of all payments.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import type { BilledGroup } from '#domain/accounts/bills.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { AUTO_DEBIT, RETURNED } from '#domain/payments/payment-types.ts';
import { ENROLL_AGAIN, SUSPENDED } from '#domain/payments/returns.ts';
import { toDraftDay, toRetryDay } from '#domain/timeline/draft-days.ts';
import {
  draftTotal,
  getFixDay,
  fixDraft,
  isEnrolled,
  nextDueDate,
  partsToDraw,
  computeSecondAttempt,
  termsOn,
} from '#domain/timeline/drafts.ts';
import { listPending } from '#domain/timeline/timeline.ts';
import { insertMany } from '../../db/bulk.ts';
import type { Database } from '../../db/database.ts';
import {
  autoDebitDrafts,
  autoDebits,
  inboxMessages,
  paymentHistory,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { seals } from '../../db/seals.ts';
import { type AccountKey, changeLoansVersion, ofAccount } from '../portfolio/groups.ts';
import { type HeldAccount, readHoldings } from '../portfolio/portfolio.ts';
import { changesOfAccount, toDraftChange } from '../portfolio/auto-debit-changes.ts';
import { switchOff } from './auto-debit-state.ts';
import { type Own, ownRows, updateOwnRows } from '../own-rows.ts';
import { toDrawnOn, joinParts, nothingApplied, toPartId } from '../portfolio/debits.ts';
import { type Method, markUsed, methodName, savedMethod } from './methods.ts';
import { type FailedDraftEmail, addFailedDraftNotice } from '../messages/letters.ts';
import { PAYMENT_RETURNED, addAlert } from '../messages/texts.ts';

/** Simulates the bank: it refuses drafts from account numbers that end in 8888. */
const isRefusedByBank = ({ accountNumber }: Method): boolean => accountNumber.endsWith('8888');

/** Returns the day on which the next draft after a due date is fixed; null if nothing is owed. */
export function nextActionOn(groups: readonly BilledGroup[], draftedThrough: PlainDate): PlainDate | null {
  const dueDate = nextDueDate(groups, draftedThrough);
  return dueDate === null ? null : getFixDay(groups, dueDate);
}

/** The draft to schedule: its day, the due date of its bills, and its parts. */
interface DraftToMake extends Pick<typeof autoDebitDrafts.$inferSelect, 'accountId' | 'dueDate' | 'parts'> {
  readonly day: PlainDate;
}

/** Returns the columns that the rows of a draft's parts share, on the schedule and in the history. */
function toParts({ borrowerKey }: Method, { accountId, day, parts }: Omit<DraftToMake, 'dueDate'>) {
  const draft = { borrowerKey, accountId, paymentId: randomUUID(), effectiveDate: day };
  return parts.map((part, index) => ({ ...draft, ...part, paymentDetailId: toPartId(draft.paymentId, index) }));
}

/** Schedules a draft for its own day. */
async function schedule(db: Database, method: Method, draft: DraftToMake) {
  const { dueDate, day } = draft;
  const { borrowerKey, profileId } = method;
  const rows = toParts(method, draft).map((part) =>
    seals.scheduledPayments.seal({
      ...part,
      profileId,
      ...toDrawnOn({ ...method, bankAccountNumber: method.accountNumber }),
      paymentMethod: methodName(method),
      paymentType: AUTO_DEBIT,
      keepsDueDate: false,
      billDueDate: part.groupId === null ? null : dueDate,
      isExtra: part.groupId === null,
      predicted: null,
      authorizedAt: new Date(`${day}T12:00:00.000Z`),
    }),
  );
  await insertMany(db, scheduledPayments, rows);
  await markUsed(db, borrowerKey, profileId, day);
}

/** Records a refused draft in the payment history. Nothing is applied to the loans. */
async function recordRefusal(db: Database, method: Method, draft: Omit<DraftToMake, 'dueDate'>) {
  const drawnOn = toDrawnOn({ ...method, bankAccountNumber: method.accountNumber });
  const closedAt = new Date(`${draft.day}T12:00:00.000Z`);
  const rows = toParts(method, draft).map(({ groupId, ...part }) => ({
    ...part,
    ...nothingApplied({ ...part, groupId }),
    description: RETURNED,
    drawnOn,
    closedAt,
  }));
  await insertMany(db, paymentHistory, joinParts(rows).map(seals.paymentHistory.seal));
}

/** Puts a letter about a refused draft into the borrower's inbox, and announces it by email, and by text if they chose so. */
async function tell(
  db: Database,
  { borrowerKey, day, email }: { borrowerKey: string; day: PlainDate; email: FailedDraftEmail },
  subject: string,
  ...paragraphs: readonly string[]
) {
  const documentId = randomUUID();
  const letter = { borrowerKey, documentId, isDirect: true, isPlainText: true, receivedOn: day };
  await db.insert(inboxMessages).values({ ...letter, subject, text: paragraphs.join('\n\n') });
  await addFailedDraftNotice(db, borrowerKey, documentId, email);
  await addAlert(db, borrowerKey, { id: documentId, texts: PAYMENT_RETURNED });
}

/** Subject of the messages about a refused draft. */
const REFUSED = 'Your bank refused an auto debit payment';

const STILL_DUE = 'The amount is still due. Please pay it under Make a Payment.';

/** Suspends auto debit after a failed draft. A draft that is fixed is not drawn. */
async function suspend(db: Database, account: AccountKey, day: PlainDate) {
  const d = autoDebitDrafts;
  const isFixed = and(eq(d.accountId, account.accountId), isNotNull(d.actionOn));
  await updateOwnRows({ ...account, db }, d, { actionOn: null, outcome: 'leftOut' }, isFixed);
  await switchOff(db, account, 'suspended', day);
}

/**
 * Suspends auto debit of an account if it is on, because the bank returned a draft after it was posted. Such a draft is not
 * repeated: the bank has already paid and taken back the money. The letter about the return says so. Returns whether auto
 * debit was on.
 */
export async function suspendAfterReturn(db: Database, account: AccountKey, day: PlainDate): Promise<boolean> {
  const changes = await changesOfAccount(db, account);
  if (!isEnrolled(changes.map(toDraftChange))) return false;
  await suspend(db, account, day);
  return true;
}

/** Reads an account as stored, with the agreements about its payments. Throws if it does not exist. */
async function heldAccount(db: Database, { borrowerKey, accountId }: AccountKey): Promise<HeldAccount> {
  const [account] = (await readHoldings(db, borrowerKey, [accountId])).accounts;
  if (account === undefined) throw new Error('Auto debit is on an account that does not exist');
  return account;
}

/** Fixes the next draft of an account if its day has come, and sets the day of the one after it (ruling 89). */
async function fixAccount(db: Database, row: typeof autoDebits.$inferSelect, day: PlainDate): Promise<void> {
  const { groups, agreements } = await heldAccount(db, row);
  const store = (set: Partial<typeof row>) => db.update(autoDebits).set(set).where(ofAccount(autoDebits, row));
  const dueDate = nextDueDate(groups, row.draftedThrough);
  if (dueDate === null || getFixDay(groups, dueDate) > day) {
    await store({ actionOn: nextActionOn(groups, row.draftedThrough) });
    return;
  }
  const { changes = [] } = agreements.autoDebit ?? {};
  const terms = termsOn(changes, toDraftDay(dueDate));
  const parts = terms === null ? [] : fixDraft(groups, listPending(agreements), { dueDate, extra: terms.extraAmount });
  // After a stop, drafts end with the first one that the stop affects.
  const actionOn = terms === null && !isEnrolled(changes) ? null : nextActionOn(groups, dueDate);
  await store({ draftedThrough: dueDate, actionOn });
  if (terms === null || parts.length === 0) return;
  const { borrowerKey, accountId } = row;
  const { profileId } = terms;
  const ready = { actionOn: toDraftDay(dueDate), isSecondAttempt: false, outcome: null };
  const fixed = { profileId, parts, fixedOn: day, ...ready };
  const d = autoDebitDrafts;
  await db
    .insert(d)
    .values({ borrowerKey, accountId, dueDate, ...fixed })
    .onConflictDoUpdate({ target: [d.borrowerKey, d.accountId, d.dueDate], set: fixed });
  await changeLoansVersion(db, borrowerKey);
}

/** Draws a fixed draft of an account, or draws it again. */
async function drawDraft(db: Database, row: typeof autoDebitDrafts.$inferSelect, day: PlainDate): Promise<void> {
  const { borrowerKey, accountId, dueDate, isSecondAttempt } = row;
  const d = autoDebitDrafts;
  const isThis = and(eq(d.accountId, accountId), eq(d.dueDate, dueDate));
  const store = (set: Partial<typeof row>) => updateOwnRows({ db, borrowerKey }, d, set, isThis);
  const account = await heldAccount(db, row);
  const { groups, agreements } = account;
  const method = await savedMethod(db, borrowerKey, row.profileId);
  const parts = partsToDraw(row.parts, groups, dueDate);
  if (method === undefined || parts.length === 0) {
    await store({ actionOn: null, outcome: 'leftOut' });
    return;
  }
  if (!isRefusedByBank(method)) {
    await schedule(db, method, { accountId, dueDate, day, parts });
    await store({ actionOn: null, outcome: 'made' });
    return;
  }
  await recordRefusal(db, method, { accountId, day, parts });
  await changeLoansVersion(db, borrowerKey);
  if (isSecondAttempt) {
    await store({ actionOn: null, outcome: 'refused' });
    const failure = `Your bank refused our auto debit payment for ${accountName(account)} twice.`;
    const about = { borrowerKey, day, email: { kind: 'draftRefusedAgain' } } as const;
    if (isEnrolled(agreements.autoDebit?.changes ?? [])) {
      await suspend(db, row, day);
      await tell(db, about, 'Auto debit is suspended', `${failure} ${SUSPENDED}`, STILL_DUE, ENROLL_AGAIN);
    } else await tell(db, about, REFUSED, failure, STILL_DUE);
    return;
  }
  const again = toRetryDay(day);
  const left = computeSecondAttempt({ parts, dueDate }, groups, agreements.payments, again);
  const isPaid = left.length === 0;
  await store(
    isPaid ? { actionOn: null, outcome: 'refused' } : { actionOn: again, isSecondAttempt: true, parts: left },
  );
  const failure = `We couldn't draw ${formatUsd(draftTotal(parts))} from ${methodName(method)} for ${accountName(account)}.`;
  const next = isPaid
    ? "We won't try again, because other payments of yours cover this bill. Your bank may charge a fee."
    : `We'll try once more on ${formatUsDate(again)}. Please make sure that the money is in your bank account. Your bank may charge a fee.`;
  const email = isPaid
    ? ({ kind: 'draftRefusedCovered' } as const)
    : ({ kind: 'draftRefused', aboutDay: again } as const);
  await tell(db, { borrowerKey, day, email }, REFUSED, failure, next);
}

/** Fixes the first draft of a borrower that is due to be fixed on `day`. The transaction holds the borrower's row. */
export async function fixDraftOn(own: Own, day: PlainDate): Promise<void> {
  const a = autoDebits;
  const [first] = await ownRows(own, a, lte(a.actionOn, day), a.actionOn, a.accountId);
  if (first !== undefined) await fixAccount(own.db, first, day);
}

/** Draws the first draft or second attempt of a borrower that is due on `day`. The transaction holds the borrower's row. */
export async function makeDraft(own: Own, day: PlainDate): Promise<void> {
  const d = autoDebitDrafts;
  const [first] = await ownRows(own, d, lte(d.actionOn, day), d.actionOn, d.accountId);
  if (first !== undefined) await drawDraft(own.db, first, day);
}
