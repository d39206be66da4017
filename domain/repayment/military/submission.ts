/**
 * The body of an application for military benefits (R §3, §7; ruling 33), and its validation on the server by the same
 * rules.
 */
import * as v from 'valibot';
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import {
  type DecisionTranscript,
  type DecisionTree,
  listShownFields,
  listShownQuestions,
  toTranscript,
} from '../decision-tree.ts';
import type { FieldProblem } from '../../issue.ts';
import type { QuestionId } from './questions.ts';
import {
  type BenefitInput,
  type MilitaryAnswers,
  type MilitaryIssue,
  toAnswers,
  asksDutyStart,
  benefitsFor,
  parseDutyStart,
  fieldProblems,
  questionsFor,
} from './rules.ts';
import { BENEFITS, type Benefit } from '../../military-benefits.ts';
import {
  type DateLimits,
  type MilitarySubmission,
  type MilitaryValues,
  SentAnswers,
  StoredAnswers,
  sentQuestions,
  storedQuestions,
} from './shapes.ts';

/** The field of the body that requests each benefit. */
const FLAGS = {
  scra: 'applyingForScra',
  militaryDeferment: 'applyingForMilitaryDeferment',
  twelveMonthDeferment: 'applyingForTwelveMonthDeferment',
  heroesAct: 'applyingForHeroWaiverAct',
  hostileDuty: 'applyingForHostileDuty',
  mandatoryForbearance: 'applyingForMandatoryForbearance',
} as const satisfies Record<Benefit, keyof MilitarySubmission>;

/** The property of the body that contains each field of the form. */
const FIELDS = {
  operation: 'militarySelectionText',
  startDate: 'militaryDefermentStartDate',
  endDate: 'militaryDefermentEndDate',
} as const satisfies Record<keyof MilitaryValues, keyof MilitarySubmission>;

/**
 * Builds the body of an application for these benefits. `dutyStart` is the first day of active duty for SCRA, or null.
 */
export const toSubmission = (
  answers: MilitaryAnswers,
  applied: readonly Benefit[],
  dutyStart: PlainDate | null,
): MilitarySubmission => ({
  ...v.parse(SentAnswers, Object.fromEntries(sentQuestions.map(({ id, sentAs }) => [sentAs, answers[id] === true]))),
  militarySelectionText: answers.operation ?? '',
  militaryDefermentStartDate: asksDutyStart(answers, applied) ? dutyStart : answers.startDate,
  militaryDefermentEndDate: answers.endDate,
  applyingForScra: applied.includes('scra'),
  applyingForMilitaryDeferment: applied.includes('militaryDeferment'),
  applyingForTwelveMonthDeferment: applied.includes('twelveMonthDeferment'),
  applyingForHeroWaiverAct: applied.includes('heroesAct'),
  applyingForHostileDuty: applied.includes('hostileDuty'),
  applyingForMandatoryForbearance: applied.includes('mandatoryForbearance'),
});

/** Returns the answers of the stored application. */
export const toStoredAnswers = (answers: MilitaryAnswers): v.InferOutput<typeof StoredAnswers> =>
  v.parse(StoredAnswers, Object.fromEntries(storedQuestions.map(({ id, storedAs }) => [storedAs, answers[id]])));

/** Returns the requested benefits, in display order. */
export const appliedBenefits = (body: MilitarySubmission): readonly Benefit[] =>
  BENEFITS.filter((benefit) => body[FLAGS[benefit]]);

type InferredQuestion = Exclude<QuestionId, (typeof sentQuestions)[number]['id']>;

const yesOrNo = (isYes: boolean) => (isYes ? 'yes' : 'no');

/** Infers the answers that the body does not contain. */
const inferredIn = (body: MilitarySubmission): Readonly<Record<InferredQuestion, string>> => ({
  // A body with values of that branch connects active duty with a war, operation or emergency.
  activeDutyConnection: yesOrNo(
    body.militarySelectionText !== '' || body.sendOrders || body.militaryDefermentEndDate !== null,
  ),
  hostileDangerPay: yesOrNo(body.applyingForHostileDuty),
});

/** Reconstructs the transcript from a body. */
const transcriptIn = (tree: DecisionTree, body: MilitarySubmission): DecisionTranscript =>
  toTranscript(tree, {
    ...inferredIn(body),
    ...Object.fromEntries(sentQuestions.map(({ id, sentAs }) => [id, yesOrNo(body[sentAs])])),
  });

const typedDay = (day: PlainDate | null): string => (day === null ? '' : formatUsDate(day));

/** Reconstructs the fields of the form, as typed, from a body. */
const valuesIn = (body: MilitarySubmission): MilitaryValues => ({
  operation: body.militarySelectionText,
  startDate: typedDay(body.militaryDefermentStartDate),
  endDate: typedDay(body.militaryDefermentEndDate),
});

/**
 * Reconstructs the answers from a body. The body has no answer about hostile pay, so requesting that benefit counts as yes
 * if the question applied.
 */
export const answersIn = (body: MilitarySubmission, asksHostilePay: boolean): MilitaryAnswers =>
  toAnswers(transcriptIn(questionsFor(asksHostilePay), body), valuesIn(body));

/** Returns the first day of active duty that a body gives for SCRA; null if it gives none, or dates of a deferment. */
export const dutyStartIn = (body: MilitarySubmission, answers: MilitaryAnswers): PlainDate | null =>
  asksDutyStart(answers, appliedBenefits(body)) ? body.militaryDefermentStartDate : null;

/** The data that a body is validated against. */
export interface MilitarySubmissionInput {
  readonly dates: DateLimits;
  readonly benefits: BenefitInput;
  readonly asksHostilePay: boolean;
}

/** Each field and question with its property of the body. */
const PROPERTIES = [...Object.entries(FIELDS), ...sentQuestions.map(({ id, sentAs }) => [id, sentAs] as const)];

const problemAt = (field: keyof MilitarySubmission | 'benefits', issue: MilitaryIssue): FieldProblem => ({
  field,
  issue,
});

/** Validates the body of an application and returns the problems by field. */
export function submissionProblems(
  body: MilitarySubmission,
  { dates, benefits, asksHostilePay }: MilitarySubmissionInput,
): readonly FieldProblem[] {
  const tree = questionsFor(asksHostilePay);
  const transcript = transcriptIn(tree, body);
  const values = valuesIn(body);
  const shown = [...listShownFields(tree, transcript), ...listShownQuestions(tree, transcript).map(({ id }) => id)];
  const invalid = fieldProblems(tree, transcript, values, dates);
  const offered = benefitsFor(toAnswers(transcript, values), benefits);
  const applied = appliedBenefits(body);
  return [
    ...PROPERTIES.flatMap(([name, property]) => {
      if (shown.includes(name)) {
        return invalid.filter(({ field }) => field === name).map(({ issue }) => ({ field: property, issue }));
      }
      const isGiven = Boolean(body[property]);
      if (isGiven && name === 'startDate' && values.endDate === '' && applied.includes('scra')) {
        const isUsable = parseDutyStart(values.startDate, dates.today) !== null;
        return isUsable ? [] : [problemAt(property, { code: 'startDate.inFuture' })];
      }
      return isGiven ? [problemAt(property, { code: 'answer.notAsked' })] : [];
    }),
    ...(applied.length === 0 ? [problemAt('benefits', { code: 'benefits.required' })] : []),
    ...applied
      .filter((benefit) => !offered.includes(benefit))
      .map((benefit) => problemAt(FLAGS[benefit], { code: 'benefit.notApplicable' })),
  ];
}
