/**
 * The body of an application for military benefits (R §3, §7; ruling 33), and its validation on the server by the same
 * rules.
 */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import type { FieldProblem, Issue } from '../../issue.ts';
import {
  type BenefitFacts,
  type MilitaryAnswers,
  type MilitaryIssue,
  benefitsFor,
  validateEnd,
  validateOperation,
  validateStart,
} from './rules.ts';
import { BENEFITS, type Benefit, type DateFacts, type MilitarySubmission } from './shapes.ts';

/** The field of the body that requests each benefit. */
const FLAGS = {
  scra: 'applyingForScra',
  militaryDeferment: 'applyingForMilitaryDeferment',
  twelveMonthDeferment: 'applyingForTwelveMonthDeferment',
  heroesAct: 'applyingForHeroWaiverAct',
  hostileDuty: 'applyingForHostileDuty',
  mandatoryForbearance: 'applyingForMandatoryForbearance',
} as const satisfies Record<Benefit, keyof MilitarySubmission>;

/** Builds the body of an application for these benefits. */
export const submissionOf = (answers: MilitaryAnswers, applied: readonly Benefit[]): MilitarySubmission => ({
  activeDuty: answers.activeDuty === true,
  militarySelectionText: answers.operation ?? '',
  sendOrders: answers.canSendOrdersNow === true,
  performingService: answers.performingService === true,
  nationalGuard: answers.nationalGuard === true,
  militaryDefermentStartDate: answers.startDate,
  militaryDefermentEndDate: answers.endDate,
  applyingForScra: applied.includes('scra'),
  applyingForMilitaryDeferment: applied.includes('militaryDeferment'),
  applyingForTwelveMonthDeferment: applied.includes('twelveMonthDeferment'),
  applyingForHeroWaiverAct: applied.includes('heroesAct'),
  applyingForHostileDuty: applied.includes('hostileDuty'),
  applyingForMandatoryForbearance: applied.includes('mandatoryForbearance'),
});

/** Returns the requested benefits, in display order. */
export const appliedBenefits = (body: MilitarySubmission): readonly Benefit[] =>
  BENEFITS.filter((benefit) => body[FLAGS[benefit]]);

/** Returns whether a body connects active duty with a war, operation or emergency: it has values of that branch. */
const hasConnection = (body: MilitarySubmission): boolean =>
  body.militarySelectionText !== '' ||
  body.sendOrders ||
  body.militaryDefermentStartDate !== null ||
  body.militaryDefermentEndDate !== null;

/**
 * Reconstructs the answers from a body. The body has no answer about hostile pay, so requesting that benefit counts as
 * yes if the question was asked.
 */
export function answersIn(body: MilitarySubmission, isHostilePayWanted: boolean): MilitaryAnswers {
  const { activeDuty, performingService, nationalGuard } = body;
  const isConnected = activeDuty && hasConnection(body);
  const isOther = activeDuty && !isConnected;
  return {
    activeDuty,
    activeDutyConnection: activeDuty ? isConnected : null,
    operation: isConnected ? body.militarySelectionText : null,
    canSendOrdersNow: isConnected ? body.sendOrders : null,
    startDate: isConnected ? body.militaryDefermentStartDate : null,
    endDate: isConnected ? body.militaryDefermentEndDate : null,
    hostileDangerPay: isConnected && isHostilePayWanted ? body.applyingForHostileDuty : null,
    performingService: isOther ? performingService : null,
    nationalGuard: isOther && !performingService ? nationalGuard : null,
  };
}

/** The data that a body is validated against. */
export interface SubmissionFacts {
  readonly dates: DateFacts;
  readonly benefits: BenefitFacts;
  readonly isHostilePayWanted: boolean;
}

const typedDay = (day: PlainDate | null): string => (day === null ? '' : formatUsDate(day));

/** Validates the body of an application and returns the problems by field. */
export function submissionProblems(
  body: MilitarySubmission,
  { dates, benefits, isHostilePayWanted }: SubmissionFacts,
): readonly FieldProblem[] {
  const answers = answersIn(body, isHostilePayWanted);
  const start = typedDay(body.militaryDefermentStartDate);
  const end = typedDay(body.militaryDefermentEndDate);
  const notAsked: Issue = { code: 'answer.notAsked' } satisfies MilitaryIssue;
  const found: [field: keyof MilitarySubmission | 'benefits', issue: Issue | undefined][] = [];
  if (answers.activeDutyConnection === true) {
    found.push(['militarySelectionText', validateOperation(body.militarySelectionText)]);
    const asksForDates = !body.sendOrders;
    found.push(
      ['militaryDefermentStartDate', asksForDates ? validateStart(start, dates) : start === '' ? undefined : notAsked],
      ['militaryDefermentEndDate', asksForDates ? validateEnd(end, start, dates) : end === '' ? undefined : notAsked],
      ['performingService', body.performingService ? notAsked : undefined],
      ['nationalGuard', body.nationalGuard ? notAsked : undefined],
    );
  } else if (body.performingService && body.nationalGuard) {
    found.push(['nationalGuard', notAsked]);
  }
  const offered = benefitsFor(answers, benefits);
  const applied = appliedBenefits(body);
  if (applied.length === 0) found.push(['benefits', { code: 'benefits.required' } satisfies MilitaryIssue]);
  for (const benefit of applied) {
    if (!offered.includes(benefit)) {
      found.push([FLAGS[benefit], { code: 'benefit.notApplicable' } satisfies MilitaryIssue]);
    }
  }
  return found.flatMap(([field, issue]) => (issue === undefined ? [] : [{ field, issue }]));
}
