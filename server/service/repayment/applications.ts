/**
 * Applications, each received exactly once per idempotency key (ruling 4). Only one may be in process at a time (ruling
 * 60).
 */
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar.ts';
import { type FieldProblem, type Issue, type Messages, getMessage } from '#domain/issue.ts';
import { type CoverageInput, computePostponementCoverage, loanIssue } from '#domain/repayment/postponement/coverage.ts';
import { endOfPause } from '#domain/repayment/postponement/cost.ts';
import { toApprovedPlans, plansInForce } from '#domain/repayment/postponement/approved-plans.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { expectedNext } from '#domain/repayment/postponement/life.ts';
import { applicationMessages } from '#domain/repayment/postponement/messages.ts';
import { type ApplicationIssue, isPostponement } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationKind } from '#domain/applications/shapes.ts';
import type { ApplicationResponse } from '#domain/repayment/postponement/shapes.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import type { CallSent, Problem } from '#domain/call.ts';
import { preparedOnce } from '../../db/prepared.ts';
import { applications } from '../../db/schema/index.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { readDocument } from './application-documents.ts';
import { addStageMessage } from './application-messages.ts';
import { readEvents, recordEvents } from './application-events.ts';
import { toLife, scheduleNextStep, toStageData } from './application-steps.ts';
import { kindsInProcess } from '../portfolio/applications-in-process.ts';
import { newConfirmationNumber } from '../confirmation-number.ts';
import { byKey } from '../group-by.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import { type Handler, type Scope, ServiceProblem, toActor } from '../scope.ts';
import { Submissions } from '../submissions.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';

/** All kinds of applications share their idempotency keys, so that the same call settles every key. */
const submissions = new Submissions({
  submit: { id: 'postponement.apply', idempotent: true },
  settle: postponement.settle,
  noun: 'application',
});

const TITLES: Readonly<Record<ApplicationIssue['code'], string>> = {
  'application.inProcess': 'An application is already in process.',
  'application.decided': "This application wasn't withdrawn.",
  'application.noLoans': "You aren't eligible for this.",
  'application.inDefault': "You aren't eligible for this.",
  'application.paidAhead': "You aren't eligible for this.",
  'application.notEnrolled': "You aren't eligible for this.",
  'application.notOnActiveDuty': "You aren't eligible for this.",
  'monthlyIncome.aboveLimit': "You aren't eligible for this.",
};

/** Returns the error for an application that breaks a rule, with the invalid fields if there are any. */
export const refusal = (issue: ApplicationIssue, fields: readonly string[] = []): ServiceProblem => {
  const message = getMessage(applicationMessages, issue);
  return new ServiceProblem(
    422,
    TITLES[issue.code],
    message,
    fields.map((field) => ({ field, code: issue.code, message })),
  );
};

/** Returns the invalid fields with the messages of their rules. */
export const fieldErrors = <V extends Issue>(
  messages: Messages<V>,
  problems: readonly FieldProblem[],
): NonNullable<Problem['fields']> =>
  problems.map(({ field, issue }) => ({ field, code: issue.code, message: getMessage(messages, issue) }));

/** Throws if an application has invalid fields. */
export const refuseFields = (fields: NonNullable<Problem['fields']>): void => {
  if (fields.length === 0) return;
  throw new ServiceProblem(
    422,
    'The application was not received.',
    'Some of the submitted values are invalid.',
    fields,
  );
};

/** An application to receive. */
export interface ArrivingApplication {
  readonly idempotencyKey: string;
  /** The body or the query as received; a retry has the same. Absent for requests without either. */
  readonly received?: unknown;
  readonly asked: ApplicationContent;
  /** The start date in the request, or null. */
  readonly startDate: PlainDate | null;
  /** Computes the start date from the loans, for applications that do not contain one. */
  readonly startsOn?: (facts: CoverageInput) => PlainDate | null;
  /** The requested end date. Defaults to the end of the longest pause that can be granted. */
  readonly endDate?: PlainDate | null;
  /** Throws if the application cannot be accepted. Runs in the transaction that stores the application. */
  readonly check: (within: Scope) => void | Promise<void>;
}

/**
 * Returns the end of the longest pause that one application grants. Null if the application postpones nothing or its
 * start is unknown.
 */
const endOfGrant = (kind: ApplicationKind, startDate: PlainDate | null, facts: CoverageInput): PlainDate | null =>
  startDate !== null && isPostponement(kind)
    ? endOfPause({ startDate }, computePostponementCoverage(kind, facts))
    : null;

/** Records that an application was received, notifies the borrower, and schedules its first step. */
async function beginLife(scope: Scope, row: OpenedRow<typeof applications.$inferSelect>): Promise<void> {
  const { today: on, webAccountId } = scope;
  await recordEvents(scope, row, [{ event: 'received', on }], toActor(scope));
  const document = await readDocument(scope, row);
  const facts = toStageData(row, document, scope.applicationDurations);
  await addStageMessage({ ...scope, webAccountId }, { stage: 'received', on }, facts);
  await scheduleNextStep(scope, row);
}

/** Stores an application, or throws without storing anything. */
export async function receiveApplication(
  scope: Scope,
  { idempotencyKey, received, asked, startDate: named, startsOn, endDate, check }: ArrivingApplication,
): Promise<ApplicationResponse> {
  const { borrowerKey, now } = scope;
  const { kind } = asked;
  const facts = await readCoverageInput(scope);
  return submissions.submitOnce(scope, { idempotencyKey, body: { kind, received } }, async (within) => {
    await lockBorrower(within.db, borrowerKey);
    if ((await kindsInProcess(within)).length > 0) throw refusal({ code: 'application.inProcess' });
    const issue = loanIssue(kind, facts);
    if (issue !== undefined) throw refusal({ code: `application.${issue}` });
    await check(within);
    const startDate = startsOn === undefined ? named : startsOn(facts);
    const confirmationNumber = newConfirmationNumber();
    const [row] = await within.db
      .insert(applications)
      .values(
        seals.applications.seal({
          borrowerKey,
          confirmationNumber,
          kind,
          status: 'received',
          receivedAt: now,
          startDate,
          endDate: endDate === undefined ? endOfGrant(kind, startDate, facts) : endDate,
          asked,
          ...toActor(scope),
        }),
      )
      .returning();
    if (row !== undefined) await beginLife(within, seals.applications.open(row));
    return {
      answer: { outcome: 'received', confirmationNumber, receivedDateTime: now.toISOString() },
      record: { kind },
      created: { id: confirmationNumber, confirmationNumber },
    };
  });
}

/** Returns the result of an application (ruling 4). */
export const settleApplication: Handler<typeof postponement.settle> = submissions.settle;

/** Omits the contents of the application, which are encrypted and needed only for the decision. */
const listed = preparedOnce((db) => {
  const { asked: _asked, ...columns } = getTableColumns(applications);
  return db
    .select(columns)
    .from(applications)
    .where(eq(applications.borrowerKey, sql.placeholder('borrowerKey')))
    .orderBy(desc(applications.receivedAt), desc(applications.confirmationNumber))
    .prepare('');
});

type ListedRow = Omit<typeof applications.$inferSelect, 'asked'>;

/** Returns applications in wire format. */
export async function sentApplications(
  scope: Scope,
  rows: readonly ListedRow[],
): Promise<CallSent<typeof postponement.applications>> {
  const listedDocuments = await Promise.all(rows.map((row) => readDocument(scope, row)));
  const listedEvents = byKey(
    await readEvents(
      scope,
      rows.map((row) => row.confirmationNumber),
    ),
    (row) => row.confirmationNumber,
  );
  return rows.map((row, index) => {
    const document = listedDocuments[index] ?? null;
    const events = listedEvents.get(row.confirmationNumber) ?? [];
    const life = toLife(
      row,
      document,
      events.map(({ event }) => event),
    );
    return {
      confirmationNumber: row.confirmationNumber,
      kind: row.kind,
      status: row.status,
      receivedDateTime: row.receivedAt.toISOString(),
      reviewStartedDateTime: row.reviewStartedAt?.toISOString() ?? null,
      decidedDateTime: row.decidedAt?.toISOString() ?? null,
      startDate: row.startDate,
      endDate: row.endDate,
      document,
      events: events.map(({ event, happenedOn }) => ({ event, date: happenedOn })),
      next: row.nextStepOn === null ? null : expectedNext(life, scope.applicationDurations),
      reason: row.denialReason,
      ...(row.plans && { plans: toApprovedPlans(plansInForce(row.plans)) }),
    };
  });
}

const listedIn = ({ db, borrowerKey }: Scope): Promise<ListedRow[]> => listed(db).execute({ borrowerKey });

/** Returns the borrower's applications, newest first. */
export const listApplications = (async (scope) => sentApplications(scope, await listedIn(scope))) satisfies Handler<
  typeof postponement.applications
>;

/** Returns those of the borrower's applications for which an event is expected, newest first. */
export const expectedApplications = async (scope: Scope) =>
  sentApplications(
    scope,
    (await listedIn(scope)).filter(({ nextStepOn }) => nextStepOn !== null),
  );
