/**
 * The work that is due for a borrower, in the order of the days on which it is done. There is no scheduled job: each call
 * first executes the work of past days, each piece as of its day. The result is the same whenever the borrower calls,
 * however many instances do this at the same time, and even if one of them is interrupted.
 */
import { type SQL, and, eq, lte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { issueTo } from '#domain/accounts/bills.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import type { PlainDate } from '#domain/calendar.ts';
import { toQualifiedName } from '../../db/columns.ts';
import type { Database } from '../../db/database.ts';
import {
  accounts,
  applications,
  autoDebitDrafts,
  autoDebits,
  borrowers,
  loanGroups,
  paymentReturns,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { convertBorrower } from '../conversion/conversion.ts';
import { changeLoansVersion, readGroups, storeGroups } from '../portfolio/groups.ts';
import { issueStatements } from '../loan-documents/issue-statements.ts';
import { markStatements } from '../portfolio/due-documents.ts';
import { issueTaxForms } from '../loan-documents/issue-tax-forms.ts';
import { recertify } from '../accounts/recertification.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { fixDraftOn, makeDraft } from '../payments/auto-debit-drafts.ts';
import { postPayments, returnPayments } from '../payments/posting.ts';
import { endRapMonths } from '../payments/rap-months.ts';
import { addReminders } from '../messages/text-reminders.ts';
import { type StepScope, executeStep } from '../repayment/application-steps.ts';
import { beginPaidPlans, tellReturnedExits } from '../repayment/exit-payments.ts';

/**
 * The kinds of work, in their order on a day: steps of applications, recertifications, posting of payments, return of
 * payments, ends of months on RAP, bills, fixing and drawing of auto debit drafts, statements, and tax forms.
 */
const KINDS = [
  'step',
  'recertify',
  'post',
  'return',
  'rapMonth',
  'bill',
  'fix',
  'draft',
  'statement',
  'taxForms',
] as const;

type Kind = (typeof KINDS)[number];

/** A piece of work and its day. */
interface Work {
  readonly kind: Kind;
  readonly day: PlainDate;
}

/** Selects the first day in a column of a borrower. */
const selectFirst = (day: PgColumn, key: PgColumn): SQL<PlainDate | null> =>
  sql<PlainDate | null>`(select min(${toQualifiedName(day)})::text from ${day.table} where ${toQualifiedName(key)} = ${toQualifiedName(borrowers.borrowerKey)})`;

/**
 * Reads the first day of each kind of work of a borrower, each from an index; null without one. Of payments to post, it is
 * the earliest effective date.
 */
async function firstDays(db: Database, borrowerKey: string): Promise<Readonly<Record<Kind, PlainDate | null>>> {
  const [days] = await db
    .select({
      step: selectFirst(applications.nextStepOn, applications.borrowerKey),
      recertify: selectFirst(loanGroups.recertificationOn, loanGroups.borrowerKey),
      post: selectFirst(scheduledPayments.effectiveDate, scheduledPayments.borrowerKey),
      return: selectFirst(paymentReturns.returnsOn, paymentReturns.borrowerKey),
      rapMonth: selectFirst(loanGroups.rapMonthOn, loanGroups.borrowerKey),
      bill: selectFirst(loanGroups.nextBillOn, loanGroups.borrowerKey),
      fix: selectFirst(autoDebits.actionOn, autoDebits.borrowerKey),
      draft: selectFirst(autoDebitDrafts.actionOn, autoDebitDrafts.borrowerKey),
      statement: selectFirst(accounts.statementOn, accounts.borrowerKey),
      taxForms: borrowers.taxFormsOn,
    })
    .from(borrowers)
    .where(eq(borrowers.borrowerKey, borrowerKey));
  const none = { step: null, recertify: null, post: null, return: null, rapMonth: null, bill: null, fix: null };
  return days ?? { ...none, draft: null, statement: null, taxForms: null };
}

/** Returns the first piece of work of a borrower that is due by `today`. */
async function nextWork(db: Database, borrowerKey: string, kinds: readonly Kind[], today: PlainDate) {
  const days = await firstDays(db, borrowerKey);
  let next: Work | undefined;
  for (const kind of kinds) {
    const first = days[kind];
    const day = first !== null && kind === 'post' ? computePostingDay(first) : first;
    if (day !== null && day <= today && (next === undefined || day < next.day)) next = { kind, day };
  }
  return next;
}

/** Issues the bills of a borrower that are due to be issued by `day`. */
async function issueBills(db: Database, borrowerKey: string, day: PlainDate): Promise<void> {
  const due = await db
    .selectDistinct({ accountId: loanGroups.accountId })
    .from(loanGroups)
    .where(and(eq(loanGroups.borrowerKey, borrowerKey), lte(loanGroups.nextBillOn, day)));
  const { groups } = await readGroups(db, borrowerKey, { accountIds: due.map(({ accountId }) => accountId) });
  const issued = groups.filter(({ nextBillOn }) => nextBillOn !== null && nextBillOn <= day);
  const billed = new Map(issued.map((group) => [group, issueTo(group, day)]));
  await storeGroups({ db, borrowerKey }, [...billed.values()]);
  const all = groups.map((group) => billed.get(group) ?? group);
  await markStatements({ db, borrowerKey }, all, day);
}

/**
 * Executes the work of a borrower that is due by `today`, in order. The caller's transaction must have locked the borrower's
 * row ({@link lockBorrower}). Without `executeDue`, applications do not advance.
 */
async function workThrough(
  db: Database,
  borrowerKey: string,
  today: PlainDate,
  executeDue?: (day: PlainDate) => Promise<void>,
): Promise<void> {
  const own = { db, borrowerKey };
  const kinds = KINDS.filter((kind) => kind !== 'step' || executeDue !== undefined);
  await convertBorrower(db, borrowerKey, today);
  for (let done = 0; ; done += 1) {
    const work = await nextWork(db, borrowerKey, kinds, today);
    if (work === undefined) {
      // The tables have no triggers where they are distributed.
      if (done > 0) await changeLoansVersion(db, borrowerKey);
      return;
    }
    const { kind, day } = work;
    switch (kind) {
      case 'step':
        await executeDue?.(day);
        break;
      case 'recertify':
        await recertify(own, day);
        break;
      case 'post':
        await postPayments(own, { day, today });
        await beginPaidPlans(db, borrowerKey, day);
        break;
      case 'return':
        await returnPayments(own, day);
        await tellReturnedExits(db, borrowerKey, day);
        break;
      case 'rapMonth':
        await endRapMonths(own, day);
        break;
      case 'bill':
        await issueBills(db, borrowerKey, day);
        break;
      case 'fix':
        await fixDraftOn(own, day);
        break;
      case 'draft':
        await makeDraft(own, day);
        break;
      case 'statement':
        await issueStatements(own, day);
        break;
      case 'taxForms':
        await issueTaxForms(own, day);
        break;
    }
  }
}

/** Executes the work of a borrower that is due by `today`, except steps of applications, in a separate transaction. */
export async function postDuePayments({
  db,
  borrowerKey,
  today,
}: {
  readonly db: Database;
  readonly borrowerKey: string;
  readonly today: PlainDate;
}): Promise<void> {
  const kinds = KINDS.filter((kind) => kind !== 'step');
  if ((await nextWork(db, borrowerKey, kinds, today)) === undefined) return;
  await db.transaction(async (transaction) => {
    await lockBorrower(transaction, borrowerKey);
    await workThrough(transaction, borrowerKey, today);
  });
}

/**
 * Brings a borrower up to date: executes the steps of applications and all other work that is due by `today`, in the
 * order of the days on which each is done. Then adds the reminders by text that are due.
 */
export async function bringUpToDate(scope: StepScope, today: PlainDate): Promise<void> {
  const { borrowerKey } = scope;
  await scope.db.transaction(async (db) => {
    await lockBorrower(db, borrowerKey);
    const within = { ...scope, db };
    await workThrough(db, borrowerKey, today, (day) => executeStep(within, day));
    await addReminders(db, borrowerKey, today);
  });
}
