/** One application: its page, its withdrawal, and the letter with its decision. */
import { and, eq } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { heading, paragraph, table } from '#domain/accounts/loan-documents/blocks.ts';
import type { DocumentBlock } from '#domain/accounts/loan-documents/shapes.ts';
import { businessDate, formatUsDate } from '#domain/calendar.ts';
import type { CallSent } from '#domain/call.ts';
import { toFileName, toFileResponse } from '#domain/file.ts';
import { sumIfKnown } from '#domain/money.ts';
import type { postponement } from '#domain/repayment/postponement/calls.ts';
import { canWithdraw, hasLetter } from '#domain/repayment/postponement/rules.ts';
import { stageMessage } from '#domain/repayment/postponement/stage-messages.ts';
import {
  accounts,
  applications,
  inboxMessages,
  loanGroups,
  loanPostponements,
  scheduledPayments,
} from '../../db/schema/index.ts';
import { writePdf } from '../../pdf/pdf-pool.ts';
import { readDocument } from './application-documents.ts';
import { recordEvents } from './application-events.ts';
import { stageMessageId } from './application-messages.ts';
import { toStageData } from './application-steps.ts';
import { refusal, sentApplications } from './applications.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { byKey } from '../group-by.ts';
import { ownRows } from '../own-rows.ts';
import { type Handler, type Scope, ServiceProblem, toActor } from '../scope.ts';

type Row = typeof applications.$inferSelect;
type SentDetails = CallSent<typeof postponement.application>;

const isMatch = ({ borrowerKey }: Scope, confirmationNumber: string) =>
  and(eq(applications.borrowerKey, borrowerKey), eq(applications.confirmationNumber, confirmationNumber));

/** Returns an application of the borrower. Throws 404 for all others. */
async function readRow(scope: Scope, confirmationNumber: string): Promise<Row> {
  const [row] = await scope.db.select().from(applications).where(isMatch(scope, confirmationNumber));
  if (row === undefined) {
    throw new ServiceProblem(404, 'Not found', 'There is no such application, or it belongs to another borrower.');
  }
  return row;
}

/** Returns the groups that an application covers, in the order of the accounts. */
async function readGroups({ db, borrowerKey }: Scope, confirmationNumber: string): Promise<SentDetails['groups']> {
  const p = loanPostponements;
  const rows = await db
    .select({
      accountId: p.accountId,
      groupId: p.groupId,
      accrued: p.accrued,
      capitalized: p.capitalized,
      accountNumber: accounts.accountNumber,
      accountLoanType: accounts.loanType,
      loanType: loanGroups.loanType,
    })
    .from(p)
    .innerJoin(accounts, and(eq(accounts.borrowerKey, p.borrowerKey), eq(accounts.accountId, p.accountId)))
    .innerJoin(
      loanGroups,
      and(
        eq(loanGroups.borrowerKey, p.borrowerKey),
        eq(loanGroups.accountId, p.accountId),
        eq(loanGroups.groupId, p.groupId),
      ),
    )
    .where(and(eq(p.borrowerKey, borrowerKey), eq(p.confirmationNumber, confirmationNumber)))
    .orderBy(accounts.accountNumber, p.groupId, p.loanId);
  return [...byKey(rows, (row) => `${row.accountId}/${row.groupId}`).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { accountNumber, groupId, loanType, accountLoanType } = first;
    return [
      {
        accountNumber,
        groupId,
        loanType,
        accountLoanType,
        interest: sumIfKnown(own.map(({ accrued }) => accrued)),
        capitalized: sumIfKnown(own.map(({ capitalized }) => capitalized)),
      },
    ];
  });
}

/** Returns the scheduled payments that the server kept although an application changed the amounts due. */
async function readUnchangedPayments(
  { db, borrowerKey }: Scope,
  confirmationNumber: string,
): Promise<SentDetails['keptPayments']> {
  const p = scheduledPayments;
  return db
    .select({ accountNumber: accounts.accountNumber, effectiveDate: p.effectiveDate, amount: p.amount })
    .from(p)
    .innerJoin(accounts, and(eq(accounts.borrowerKey, p.borrowerKey), eq(accounts.accountId, p.accountId)))
    .where(and(eq(p.borrowerKey, borrowerKey), eq(p.keptByApplication, confirmationNumber)))
    .orderBy(p.effectiveDate, accounts.accountNumber, p.paymentDetailId);
}

async function readDetails(scope: Scope, row: Row): Promise<SentDetails> {
  const [application] = await sentApplications(scope, [row]);
  if (application === undefined) throw new Error('An application has no wire format');
  const [groups, payments] = [
    await readGroups(scope, row.confirmationNumber),
    await readUnchangedPayments(scope, row.confirmationNumber),
  ];
  return { ...application, groups, keptPayments: payments };
}

export const readApplication: Handler<typeof postponement.application> = async (
  scope,
  { params: { confirmationNumber } },
) => readDetails(scope, await readRow(scope, confirmationNumber));

/**
 * Withdraws an application that is not decided (ruling 84) and records who did it. A repeated call returns the same
 * response. Throws 422 after the decision.
 */
export const withdrawApplication: Handler<typeof postponement.withdraw> = (scope, { params: { confirmationNumber } }) =>
  scope.db.transaction(async (db) => {
    const within = { ...scope, db };
    // The steps of the application take the same lock: it is either decided or withdrawn.
    await lockBorrower(db, scope.borrowerKey);
    const row = await readRow(within, confirmationNumber);
    if (row.status === 'withdrawn') return readDetails(within, row);
    if (!canWithdraw(row)) throw refusal({ code: 'application.decided' });
    const changed = { status: 'withdrawn', nextStepOn: null } as const;
    await db.update(applications).set(changed).where(isMatch(scope, confirmationNumber));
    await recordEvents(within, row, [{ event: 'withdrawn', on: scope.today }], toActor(scope));
    return readDetails(within, { ...row, ...changed });
  });

/** Returns the parts of the letter after its text: the loans that the decision covers. */
function coveredBlocks(groups: SentDetails['groups']): readonly DocumentBlock[] {
  if (groups.length === 0) return [];
  return [
    heading('Loans that this covers'),
    table(
      'Loans that this covers',
      { texts: ['Account', 'Group', 'Loans'], amounts: [] },
      groups.map(({ accountNumber, accountLoanType, groupId, loanType }) => [
        accountName({ accountNumber, loanType: accountLoanType }),
        groupId,
        loanType,
      ]),
    ),
  ];
}

/**
 * Returns the letter as it was issued with the decision (ruling 91). Applications by mail or phone have none, so theirs is
 * derived from the stored decision.
 */
async function decisionLetter(scope: Scope, row: Row) {
  const stage = row.status === 'denied' ? 'denied' : 'approved';
  const [issued] = await ownRows(scope, inboxMessages, eq(inboxMessages.documentId, stageMessageId(row, stage)));
  if (issued !== undefined) return issued;
  const facts = toStageData(row, await readDocument(scope, row), scope.applicationDurations);
  const { subject, paragraphs } = stageMessage(stage, facts);
  return { subject, text: paragraphs.join('\n\n') };
}

export const letterOfApplication: Handler<typeof postponement.letter> = async (
  scope,
  { params: { confirmationNumber } },
) => {
  const row = await readRow(scope, confirmationNumber);
  if (!hasLetter(row)) throw new ServiceProblem(404, 'Not found', 'There is no decision on this application.');
  const { subject, text } = await decisionLetter(scope, row);
  const decidedOn = row.decidedAt === null ? null : businessDate(row.decidedAt);
  const bytes = await writePdf(
    {
      title: subject,
      blocks: [
        ...(decidedOn === null ? [] : [paragraph(formatUsDate(decidedOn))]),
        ...text.split('\n\n').map(paragraph),
        ...coveredBlocks(await readGroups(scope, confirmationNumber)),
        paragraph(`Our phone number for questions is ${scope.servicer.phone}.`),
      ],
    },
    scope,
  );
  return toFileResponse(toFileName(`Decision ${confirmationNumber}`, 'pdf'), 'application/pdf', bytes);
};
