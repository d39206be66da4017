/**
 * Executes the steps in the life of an application when the business clock has passed their day (rulings 74, 84). Steps
 * and payments are executed in the order of their days, so that the result is the same as if the server had done so
 * every day. The transaction holds the borrower's row, and a step that is done is no longer due, so any number of
 * instances may do this at the same time.
 */
import { and, asc, eq, lte } from 'drizzle-orm';
import { type PlainDate, businessDate } from '#domain/calendar.ts';
import { toGuidelineRegion } from '#domain/plans/parameters/parameters.ts';
import { toApprovedPlans, awaitedExit } from '#domain/repayment/postponement/approved-plans.ts';
import { type ApplicationDecision, decisionOn } from '#domain/repayment/postponement/decision.ts';
import { isIncomeLowEnough } from '#domain/repayment/postponement/income.ts';
import {
  type ApplicationLife,
  type DueStep,
  addBankingDays,
  documentDueOn,
  nextStep,
  statusInReview,
} from '#domain/repayment/postponement/life.ts';
import type { ApplicationStatus } from '#domain/applications/shapes.ts';
import type { ApplicationEvent } from '#domain/repayment/postponement/shapes.ts';
import { type Stage, type StageData, pauseInDefaultLetter } from '#domain/repayment/postponement/stage-messages.ts';
import { applications, loanPostponements } from '../../db/schema/index.ts';
import { drawsAgainOn } from './draws-again.ts';
import { type OpenedRow, seals } from '../../db/seals.ts';
import { type DocumentScope, readDocument } from './application-documents.ts';
import {
  type EffectiveApplication,
  beginGrant,
  chosenPlans,
  decidedBenefits,
  endGrant,
  grantPlans,
  storeGrant,
  takeDefaultedOut,
} from './application-effects.ts';
import { checkExits } from './exit-payments.ts';
import { readEvents, recordEvents } from './application-events.ts';
import { addStageMessage } from './application-messages.ts';
import { contactFor } from '../../credentials/contact.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import type { Scope } from '../scope.ts';
import { graduatedRunsIn, termEstimatesIn } from './term-estimates.ts';
import { addLetter } from '../messages/letters.ts';

/** The part of a scope that the steps depend on. */
export type StepScope = DocumentScope & Pick<Scope, 'applicationDurations' | 'hostilePaySince' | 'termThreshold'>;

type Row = OpenedRow<typeof applications.$inferSelect>;
type Document = Awaited<ReturnType<typeof readDocument>>;

/** An application that came through the portal, with everything that its next step depends on. */
interface LivingApplication {
  readonly row: Row;
  readonly asked: NonNullable<Row['asked']>;
  readonly document: Document;
  readonly events: readonly ApplicationEvent[];
}

/** Returns an instant within a business day: noon or one o'clock in New York. */
const toMidday = (day: PlainDate): Date => new Date(`${day}T17:00:00Z`);

const toDay = (instant: Date | null): PlainDate | null => (instant === null ? null : businessDate(instant));

const isRow = ({ borrowerKey, confirmationNumber }: Pick<Row, 'borrowerKey' | 'confirmationNumber'>) =>
  and(eq(applications.borrowerKey, borrowerKey), eq(applications.confirmationNumber, confirmationNumber));

/** Returns the facts from which the next step of an application is computed. */
export function toLife(
  row: Pick<Row, 'status' | 'receivedAt' | 'reviewStartedAt' | 'decidedAt' | 'startDate' | 'endDate' | 'plans'>,
  document: Document,
  events: readonly ApplicationEvent[],
): ApplicationLife {
  const firstUpload = document?.uploads.at(-1);
  return {
    status: row.status,
    sentOn: businessDate(row.receivedAt),
    needsDocument: document !== null,
    documentOn: firstUpload === undefined ? null : businessDate(new Date(firstUpload.uploadedDateTime)),
    reviewStartedOn: toDay(row.reviewStartedAt),
    isReminded: events.includes('documentReminder'),
    decidedOn: toDay(row.decidedAt),
    startsOn: row.startDate,
    endsOn: row.endDate,
    isEndAnnounced: events.includes('endAnnounced'),
    exit: row.plans && awaitedExit(row.plans),
  };
}

/** Returns the facts of the messages about an application. */
export function toStageData(
  row: Pick<
    Row,
    | 'confirmationNumber'
    | 'kind'
    | 'receivedAt'
    | 'reviewStartedAt'
    | 'startDate'
    | 'endDate'
    | 'denialReason'
    | 'plans'
  >,
  document: Document,
  durations: StepScope['applicationDurations'],
): StageData {
  const sentOn = businessDate(row.receivedAt);
  const reviewOn = toDay(row.reviewStartedAt) ?? addBankingDays(sentOn, durations.bankingDaysToReview);
  return {
    kind: row.kind,
    confirmationNumber: row.confirmationNumber,
    sentOn,
    documentName: document?.name ?? null,
    reviewOn,
    documentDueOn: documentDueOn(reviewOn, durations),
    startsOn: row.startDate,
    endsOn: row.endDate,
    reason: row.denialReason,
    plans: toApprovedPlans(row.plans ?? []),
  };
}

/** The effects of a step: changes of the application's row, recorded events, and the stage to announce. */
interface StepResult {
  readonly changed: Partial<
    Pick<Row, 'status' | 'reviewStartedAt' | 'decidedAt' | 'startDate' | 'endDate' | 'denialReason' | 'plans'>
  >;
  readonly events: readonly ApplicationEvent[];
  readonly stage?: Stage;
}

/** Returns the scope for rules that read the loans as of a day within the transaction. */
const scopeOn = (scope: StepScope, row: Row, on: PlainDate) => ({
  ...scope,
  today: on,
  loansVersion: undefined,
  webAccountId: row.actorWebAccountId ?? '',
  person: { role: 'borrower' as const },
});

/** Returns the decision on an application, with the loans as of the day. */
async function decide(
  scope: StepScope,
  { row, asked }: LivingApplication,
  on: PlainDate,
): Promise<ApplicationDecision> {
  const within = scopeOn(scope, row, on);
  const sentOn = businessDate(row.receivedAt);
  const isByIncome = asked.kind === 'economicHardship' && asked.monthlyIncome !== null && asked.familySize !== null;
  const region = toGuidelineRegion(await contactFor(within));
  const family = { size: (isByIncome ? asked.familySize : null) ?? 1, region };
  const isOffered = async () => {
    if (asked.kind !== 'term') return true;
    const plans = chosenPlans(await termEstimatesIn(within, asked.hasExternalLoans), asked);
    return plans.every((plan) => plan !== undefined && plan.total !== null);
  };
  return decisionOn(
    {
      kind: row.kind,
      sentOn,
      startDate: row.startDate,
      endDate: row.endDate,
      serviceEnds: ('benefits' in asked ? asked.endDate : null) ?? null,
      dutyStart: ('benefits' in asked ? asked.dutyStart : null) ?? null,
      benefits: 'benefits' in asked ? asked.benefits : [],
    },
    await readCoverageInput(within),
    {
      // The income was stated on the day of sending, so the guidelines of that day apply.
      isIncomeLowEnough: !isByIncome || isIncomeLowEnough(asked.monthlyIncome ?? 0, family, sentOn),
      isPlanOffered: await isOffered(),
    },
  );
}

const effective = ({ row, asked }: LivingApplication): EffectiveApplication => ({
  confirmationNumber: row.confirmationNumber,
  kind: asked.kind,
  asked,
});

async function decideAndGrant(scope: StepScope, application: LivingApplication, on: PlainDate): Promise<StepResult> {
  const decision = await decide(scope, application, on);
  const decidedAt = toMidday(on);
  if (decision.outcome === 'denied') {
    const changed = { status: 'denied', decidedAt, denialReason: decision.reason } as const;
    return { changed, events: ['denied'], stage: 'denied' };
  }
  const { startsOn, endsOn, duty, groups } = decision;
  if (startsOn !== null && endsOn !== null && duty !== null) {
    await storeGrant(scope, effective(application), { startsOn, endsOn, duty, groups }, on);
  }
  const { asked, row } = application;
  const dates = { startDate: startsOn, endDate: endsOn };
  const approval = { events: ['approved'], stage: 'approved' } as const;
  if (asked.kind !== 'term') return { changed: { status: 'approved', decidedAt, ...dates }, ...approval };
  const within = scopeOn(scope, row, on);
  const estimates = await termEstimatesIn(within, asked.hasExternalLoans);
  const getRuns = await graduatedRunsIn(within, asked.hasExternalLoans);
  const plans = await grantPlans(scope, row.confirmationNumber, asked, { estimates, getRuns }, on);
  const status = awaitedExit(plans) === null ? 'approved' : 'exitPaymentDue';
  return { changed: { status, decidedAt, ...dates, plans }, ...approval };
}

async function takeEffect(scope: StepScope, application: LivingApplication, on: PlainDate): Promise<StepResult> {
  // A new plan is stored with its approval.
  const begun = { changed: { status: 'inEffect' }, events: ['inEffect'] } as const;
  if (application.asked.kind === 'term') return begun;
  const { row } = application;
  const defaulted = await takeDefaultedOut(scope, effective(application), on);
  // Also lower rates of loans whose payments are not paused.
  await beginGrant(scope, effective(application), on);
  if (defaulted.groups.length === 0) return begun;
  const { subject, paragraphs } = pauseInDefaultLetter({ kind: row.kind, on, ...defaulted });
  await addLetter(scope.db, {
    borrowerKey: row.borrowerKey,
    documentId: `${row.confirmationNumber}-inDefault-${on}`,
    isDirect: false,
    subject,
    text: paragraphs.join('\n\n'),
    receivedOn: on,
  });
  return defaulted.isWhole ? { changed: { status: 'lapsed' }, events: ['lapsed'] } : begun;
}

/** Executes one step as of its day. */
async function execute(
  scope: StepScope,
  application: LivingApplication,
  { step, on }: DueStep,
  life: ApplicationLife,
): Promise<StepResult> {
  switch (step) {
    case 'startReview': {
      const status: ApplicationStatus = statusInReview(life);
      const changed = { status, reviewStartedAt: toMidday(on) };
      return status === 'inReview'
        ? { changed, events: life.needsDocument ? ['documentReceived', 'reviewStarted'] : ['reviewStarted'] }
        : { changed, events: ['reviewStarted', 'documentsNeeded'], stage: 'documentsNeeded' };
    }
    case 'remind':
      return { changed: {}, events: ['documentReminder'], stage: 'documentReminder' };
    case 'close':
      return { changed: { status: 'incomplete' }, events: ['incomplete'], stage: 'incomplete' };
    case 'resumeReview':
      return { changed: { status: 'inReview' }, events: ['documentReceived'] };
    case 'decide':
      return decideAndGrant(scope, application, on);
    case 'takeEffect':
      return takeEffect(scope, application, on);
    case 'checkExit':
      return checkExits(scope, application.row, on);
    case 'announceEnd':
      return { changed: {}, events: ['endAnnounced'], stage: 'endAnnounced' };
    case 'end':
      await endGrant(scope, effective(application));
      return { changed: { status: 'ended' }, events: ['ended'] };
  }
}

async function readLiving(scope: StepScope, row: Row): Promise<LivingApplication | undefined> {
  const { asked } = row;
  if (asked === null) return undefined;
  const events = await readEvents(scope, [row.confirmationNumber]);
  return { row, asked, document: await readDocument(scope, row), events: events.map(({ event }) => event) };
}

/** Stores the day of the next step. Returns that step. */
async function schedule(scope: StepScope, application: LivingApplication): Promise<DueStep | null> {
  const life = toLife(application.row, application.document, application.events);
  const step = nextStep(life, scope.applicationDurations);
  await scope.db
    .update(applications)
    .set({ nextStepOn: step?.on ?? null })
    .where(isRow(application.row));
  return step;
}

/** Schedules the next step of an application that was received or changed. */
export async function scheduleNextStep(scope: StepScope, row: Row): Promise<void> {
  const application = await readLiving(scope, row);
  if (application !== undefined) await schedule(scope, application);
}

/** Returns whether another granted pause begins on the day after an application's period. */
const isFollowed = async ({ db, borrowerKey }: StepScope, { endDate }: Row): Promise<boolean> =>
  endDate !== null &&
  (await db.$count(
    loanPostponements,
    and(eq(loanPostponements.borrowerKey, borrowerKey), eq(loanPostponements.startDate, endDate)),
  )) > 0;

/** Executes the steps of one application that are due on `on` or before. */
async function advance(scope: StepScope, found: Row, on: PlainDate): Promise<void> {
  const application = await readLiving(scope, found);
  if (application === undefined) {
    await scope.db.update(applications).set({ nextStepOn: null }).where(isRow(found));
    return;
  }
  const step = await schedule(scope, application);
  if (step === null || step.on > on) return;
  const { row, document, events } = application;
  const life = toLife(row, document, events);
  const result = await execute(scope, application, step, life);
  const after = { ...row, ...result.changed };
  if (Object.keys(result.changed).length > 0) await scope.db.update(applications).set(result.changed).where(isRow(row));
  const { documentOn } = life;
  const recorded = result.events.map((event) => ({
    event,
    on: event === 'documentReceived' && documentOn !== null ? documentOn : step.on,
  }));
  await recordEvents(scope, row, recorded);
  if (result.stage !== undefined) {
    const recipient = { ...scope, webAccountId: row.actorWebAccountId };
    await addStageMessage(
      recipient,
      { stage: result.stage, on: step.on },
      {
        ...toStageData(after, document, scope.applicationDurations),
        ...(await decidedBenefits(scope, row)),
        drawsAgainOn: result.stage === 'approved' ? await drawsAgainOn(scope, after, step.on) : null,
        isFollowed: await isFollowed(scope, after),
      },
    );
  }
  await schedule(scope, { ...application, row: after, events: [...events, ...result.events] });
}

/** Returns the borrower's application whose next step is due first. */
async function firstDue({ db, borrowerKey }: StepScope, today: PlainDate): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(applications)
    .where(and(eq(applications.borrowerKey, borrowerKey), lte(applications.nextStepOn, today)))
    .orderBy(asc(applications.nextStepOn), asc(applications.receivedAt), asc(applications.confirmationNumber))
    .limit(1);
  return row && seals.applications.open(row);
}

/** Executes the step of the borrower's applications that is due first on `day`. Does nothing without one. */
export async function executeStep(scope: StepScope, day: PlainDate): Promise<void> {
  const due = await firstDue(scope, day);
  if (due !== undefined) await advance(scope, due, day);
}
