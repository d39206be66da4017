/** Applications, each received exactly once for its idempotency key (ruling 4). One at a time may be in process (ruling 60). */
import { and, desc, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm';
import { type PlainDate, addMonths } from '#domain/calendar.ts';
import { messageOf } from '#domain/issue.ts';
import { type CoverageFacts, coverageOf, loanIssue } from '#domain/postponement/coverage.ts';
import { monthsOfPause } from '#domain/postponement/cost.ts';
import { postponement } from '#domain/postponement/calls.ts';
import { applicationMessages } from '#domain/postponement/messages.ts';
import {
  type ApplicationIssue,
  CLOSING_NOTHING,
  STATUSES_IN_PROCESS,
  isPostponement,
} from '#domain/postponement/rules.ts';
import type { ApplicationAnswer, ApplicationKind, AskedFor } from '#domain/postponement/shapes.ts';
import type { Problem } from '#domain/call.ts';
import type { Database } from '../db/open.ts';
import { preparedOnce } from '../db/prepared.ts';
import { applications } from '../db/schema.ts';
import { seals } from '../db/seals.ts';
import { documentOf } from './application-documents.ts';
import { newConfirmationNumber } from './confirmation-number.ts';
import { coverageFactsIn } from './postponable.ts';
import { type Handler, type Scope, ServiceProblem, actorOf } from './scope.ts';
import { Submissions } from './submissions.ts';
import { lockBorrower } from './lock-borrower.ts';

/** All kinds share their keys: whichever call a key came with, the same one settles it. */
const submissions = new Submissions({
  submit: { id: 'postponement.apply', idempotent: true },
  settle: postponement.settle,
  noun: 'application',
});

/** Selects the kinds of a borrower's applications in process that close the others (rulings 60, 68). */
export const selectKindsInProcess = (db: Database) =>
  db
    .select({ kind: applications.kind })
    .from(applications)
    .where(
      and(
        eq(applications.borrowerKey, sql.placeholder('borrowerKey')),
        inArray(applications.status, [...STATUSES_IN_PROCESS]),
        notInArray(applications.kind, [...CLOSING_NOTHING]),
      ),
    );

const inProcess = preparedOnce((db) => selectKindsInProcess(db).prepare(''));

/** Returns the kinds of the borrower's applications in process that close the others. */
export async function kindsInProcess({
  db,
  borrowerKey,
}: Pick<Scope, 'db' | 'borrowerKey'>): Promise<ApplicationKind[]> {
  const rows = await inProcess(db).execute({ borrowerKey });
  return rows.map(({ kind }) => kind);
}

/** The confirmation number of the borrower's application in process; null if there is none. */
export async function openApplicationNumber(db: Database, borrowerKey: string): Promise<string | null> {
  const [open] = await db
    .select({ confirmationNumber: applications.confirmationNumber })
    .from(applications)
    .where(and(eq(applications.borrowerKey, borrowerKey), inArray(applications.status, [...STATUSES_IN_PROCESS])))
    .orderBy(desc(applications.receivedAt))
    .limit(1);
  return open?.confirmationNumber ?? null;
}

const TITLES: Readonly<Record<ApplicationIssue['code'], string>> = {
  'application.inProcess': 'An application is already in process.',
  'application.noLoans': 'You are not eligible for this.',
  'application.paidAhead': 'You are not eligible for this.',
  'application.notEnrolled': 'You are not eligible for this.',
  'application.notOnActiveDuty': 'You are not eligible for this.',
  'monthlyIncome.aboveLimit': 'You are not eligible for this.',
};

/** Refuses an application in the words of a rule, with the fields at fault where there are any. */
export const refusal = (issue: ApplicationIssue, fields: readonly string[] = []): ServiceProblem => {
  const message = messageOf(applicationMessages, issue);
  return new ServiceProblem(
    422,
    TITLES[issue.code],
    message,
    fields.map((field) => ({ field, code: issue.code, message })),
  );
};

/** Refuses an application for what was entered. */
export const refuseFields = (fields: NonNullable<Problem['fields']>): void => {
  if (fields.length === 0) return;
  throw new ServiceProblem(422, 'The application was not received.', 'Some of what was sent cannot be used.', fields);
};

/** An application as it arrives. */
export interface ArrivingApplication {
  readonly idempotencyKey: string;
  readonly asked: AskedFor;
  /** The day that it names; null where it names none. */
  readonly startDate: PlainDate | null;
  /** The day on which what it asks for begins, where that follows from the loans and not from what was sent. */
  readonly startsOn?: (facts: CoverageFacts) => PlainDate | null;
  /** The last day that it asks for; the last one of a grant where it is left out. */
  readonly endDate?: PlainDate | null;
  /** Throws where what it says cannot be accepted. It is asked within the transaction that stores the application. */
  readonly check: (within: Scope) => void | Promise<void>;
}

/** The end of the longest pause that one application grants; null if it postpones nothing or its start is not known. */
const endOfGrant = (kind: ApplicationKind, startDate: PlainDate | null, facts: CoverageFacts): PlainDate | null =>
  startDate !== null && isPostponement(kind) ? addMonths(startDate, monthsOfPause(coverageOf(kind, facts))) : null;

/** Receives an application, or refuses it: then nothing is kept of it. */
export async function receiveApplication(
  scope: Scope,
  { idempotencyKey, asked, startDate: named, startsOn, endDate, check }: ArrivingApplication,
): Promise<ApplicationAnswer> {
  const { borrowerKey, now } = scope;
  const { kind } = asked;
  const facts = await coverageFactsIn(scope);
  return submissions.submitOnce(scope, { idempotencyKey, body: { asked, startDate: named } }, async (within) => {
    await lockBorrower(within.db, borrowerKey);
    if ((await kindsInProcess(within)).length > 0) throw refusal({ code: 'application.inProcess' });
    const issue = loanIssue(kind, facts);
    if (issue !== undefined) throw refusal({ code: `application.${issue}` });
    await check(within);
    const startDate = startsOn === undefined ? named : startsOn(facts);
    const confirmationNumber = newConfirmationNumber();
    await within.db.insert(applications).values(
      seals.applications.seal({
        borrowerKey,
        confirmationNumber,
        kind,
        status: 'received',
        receivedAt: now,
        startDate,
        endDate: endDate === undefined ? endOfGrant(kind, startDate, facts) : endDate,
        asked,
        ...actorOf(scope),
      }),
    );
    return {
      answer: { outcome: 'received', confirmationNumber, receivedDateTime: now.toISOString() },
      record: { kind },
      created: { id: confirmationNumber, confirmationNumber },
    };
  });
}

/** What became of an application (ruling 4). */
export const settleApplication: Handler<typeof postponement.settle> = submissions.settle;

/** The list leaves out what was said in the application: it is encrypted, and only the decision needs it. */
const listed = preparedOnce((db) => {
  const { asked: _asked, ...columns } = getTableColumns(applications);
  return db
    .select(columns)
    .from(applications)
    .where(eq(applications.borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(desc(applications.receivedAt), desc(applications.confirmationNumber))
    .prepare('');
});

/** The borrower's applications, newest first. */
export const listApplications: Handler<typeof postponement.applications> = async (scope) => {
  const { db, borrowerKey } = scope;
  const rows = await listed(db).execute({ borrowerKey });
  const listedDocuments = await Promise.all(rows.map((row) => documentOf(scope, row)));
  return rows.map((row, index) => ({
    confirmationNumber: row.confirmationNumber,
    kind: row.kind,
    status: row.status,
    receivedDateTime: row.receivedAt.toISOString(),
    reviewStartedDateTime: row.reviewStartedAt?.toISOString() ?? null,
    decidedDateTime: row.decidedAt?.toISOString() ?? null,
    startDate: row.startDate,
    endDate: row.endDate,
    document: listedDocuments[index] ?? null,
  }));
};
