/** The rules of the military deferment and the benefits beside it (R §4, §5 Military; rulings 33, 42, 43, 55). */
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, daysBetween, formatUsDate, parseUsDate } from '../calendar.ts';
import { type DecisionTranscript, type DecisionTree, askedFields, positionAfter } from '../decision-tree.ts';
import { type Issue, type FieldProblem, problemsOf, refuse, validatedText } from '../issue.ts';
import type { Postponement } from '../postponement/shapes.ts';
import { militaryTree, militaryTreeWithoutHostilePay } from './questions.ts';
import {
  BENEFITS,
  type Benefit,
  type BenefitValues,
  type DateFacts,
  type LoanInfo,
  type MilitaryDates,
  type MilitaryValues,
  type RepaymentRecertifications,
} from './shapes.ts';

export type MilitaryIssue =
  | { code: 'field.required' }
  | { code: 'operation.tooShort'; min: number }
  | { code: 'operation.tooLong'; max: number }
  | { code: 'date.format' }
  | { code: 'startDate.tooEarly' }
  | { code: 'startDate.inFuture' }
  | { code: 'startDate.tooLate'; max: string }
  | { code: 'endDate.tooEarly'; min: string }
  | { code: 'endDate.tooLate' }
  | { code: 'benefits.required' }
  | { code: 'benefit.notApplicable' }
  | { code: 'answer.notAsked' };

/** The fewest and the most characters of the name of a war, operation or emergency; the most is our own. */
export const OPERATION_LENGTH = { min: 3, max: 250 } as const;

/** How many days ahead a recertification may lie that is waived by the Heroes Act (R §9). */
const HEROES_ACT_DAYS = 70;

// Questions

/** Whether hostile pay is asked about: a Direct loan was disbursed on or after the configured day (R §4; ruling 42). */
export const isHostilePayAsked = ({ loanInfo }: LoanInfo, minimumDisbursementDate: PlainDate): boolean =>
  loanInfo.mostRecentDisbursementDateDirect !== null &&
  loanInfo.mostRecentDisbursementDateDirect >= minimumDisbursementDate;

/** The questions of somebody who is asked about hostile pay, or is not. */
export const questionsFor = (isHostilePayWanted: boolean): DecisionTree =>
  isHostilePayWanted ? militaryTree : militaryTreeWithoutHostilePay;

// Dates

/** What the dates are validated against, from what the server says. */
export const dateFactsOf = (dates: MilitaryDates, today: PlainDate): DateFacts => ({
  today,
  earliestStart: dates.militaryDefermentStartDate,
  latestEnd: dates.militaryDefermentEndDate,
});

/** A year after a day; after 29 February it is 28 February (ruling 33). */
const yearAfter = (day: PlainDate): PlainDate => addMonths(day, 12);

const earlier = (one: PlainDate, other: PlainDate): PlainDate => (one < other ? one : other);

/** The first and the last day of something. */
export interface DayBounds {
  readonly min: PlainDate;
  readonly max: PlainDate;
}

/**
 * The days on which a deferment that begins on `start` may end (R §5): from the day after it, or from tomorrow where it began
 * less than a year ago, to a year after it, or to the server's last day where that is earlier. No day where `min` is later.
 */
export const endBounds = (start: PlainDate, { today, latestEnd }: DateFacts): DayBounds => ({
  min: addDays(yearAfter(start) > today ? today : start, 1),
  max: earlier(yearAfter(start), latestEnd),
});

/** The days on which a deferment may begin: not in the future, and so that it can end (R §5; ruling 33). */
export function startBounds({ today, earliestStart, latestEnd }: DateFacts): DayBounds {
  const max = latestEnd > today ? today : earlier(addDays(latestEnd, -1), lastDayAYearAgo(today));
  return { min: earliestStart, max };
}

/** The latest day that lies a year back or more. A year after 29 February it is 28 February, as after the day before. */
function lastDayAYearAgo(today: PlainDate): PlainDate {
  const day = addMonths(today, -12);
  const next = addDays(day, 1);
  return yearAfter(next) > today ? day : next;
}

/** Validates the day on which a deferment begins, as typed (R §5; rulings 43, 55). */
export function validateStart(typed: string, facts: DateFacts): MilitaryIssue | undefined {
  if (typed.trim() === '') return { code: 'field.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'date.format' };
  if (day < facts.earliestStart) return { code: 'startDate.tooEarly' };
  if (day > facts.today) return { code: 'startDate.inFuture' };
  return day > startBounds(facts).max ? { code: 'startDate.tooLate', max: formatUsDate(facts.latestEnd) } : undefined;
}

/** Validates the day on which a deferment ends, as typed; without a start that is right, only what it says by itself. */
export function validateEnd(typed: string, typedStart: string, facts: DateFacts): MilitaryIssue | undefined {
  if (typed.trim() === '') return { code: 'field.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'date.format' };
  const start = parseUsDate(typedStart);
  if (start === undefined || validateStart(typedStart, facts) !== undefined) return undefined;
  const { min, max } = endBounds(start, facts);
  if (day < min) return { code: 'endDate.tooEarly', min: formatUsDate(min) };
  return day > max ? { code: 'endDate.tooLate' } : undefined;
}

/** Validates the name of a war, operation or emergency (R §5). */
export function validateOperation(typed: string): MilitaryIssue | undefined {
  const { min, max } = OPERATION_LENGTH;
  if (typed.length > max) return { code: 'operation.tooLong', max };
  const { length } = typed.trim();
  if (length === 0) return { code: 'field.required' };
  return length < min ? { code: 'operation.tooShort', min } : undefined;
}

// Fields

/** The fields as they start. */
export const emptyValues: MilitaryValues = { operation: '', startDate: '', endDate: '' };

/** The schema of each field beside the questions. */
export const fieldEntries = (facts: DateFacts, { startDate }: MilitaryValues) => ({
  operation: validatedText(validateOperation),
  startDate: validatedText((typed) => validateStart(typed, facts)),
  endDate: validatedText((typed) => validateEnd(typed, startDate, facts)),
});

/** Changing the start clears the end (R §5). */
export const withChanged = (field: string, values: MilitaryValues): MilitaryValues =>
  field === 'startDate' ? { ...values, endDate: '' } : values;

/** What is wrong with the fields that the answers ask for; fields that are hidden are not looked at. */
export function fieldProblems(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  values: MilitaryValues,
  facts: DateFacts,
): readonly FieldProblem[] {
  const asked = askedFields(tree, transcript);
  return problemsOf(v.looseObject(fieldEntries(facts, values)), values).filter(({ field }) => asked.includes(field));
}

/** Whether all questions are answered, and nothing is wrong with the fields. */
export const isComplete = (
  tree: DecisionTree,
  transcript: DecisionTranscript,
  values: MilitaryValues,
  facts: DateFacts,
): boolean =>
  positionAfter(tree, transcript).result !== null && fieldProblems(tree, transcript, values, facts).length === 0;

// Answers and benefits

/** What has been answered (R §3, Military model). What was not asked is null, a text or a date that was not asked for too. */
export interface MilitaryAnswers {
  readonly activeDuty: boolean | null;
  readonly activeDutyConnection: boolean | null;
  readonly operation: string | null;
  readonly canSendOrdersNow: boolean | null;
  readonly startDate: PlainDate | null;
  readonly endDate: PlainDate | null;
  readonly hostileDangerPay: boolean | null;
  readonly performingService: boolean | null;
  readonly nationalGuard: boolean | null;
}

/** What the transcript and the fields under its answers say. */
export function answersOf(transcript: DecisionTranscript, values: MilitaryValues): MilitaryAnswers {
  const answerTo = (id: string): boolean | null => {
    const given = transcript.find(({ question }) => question === id);
    return given === undefined ? null : given.answer === 'yes';
  };
  const asked = askedFields(militaryTree, transcript);
  const dayOf = (field: 'startDate' | 'endDate') =>
    asked.includes(field) ? (parseUsDate(values[field]) ?? null) : null;
  return {
    activeDuty: answerTo('activeDuty'),
    activeDutyConnection: answerTo('activeDutyConnection'),
    operation: asked.includes('operation') ? values.operation.trim() : null,
    canSendOrdersNow: answerTo('canSendOrdersNow'),
    startDate: dayOf('startDate'),
    endDate: dayOf('endDate'),
    hostileDangerPay: answerTo('hostileDangerPay'),
    performingService: answerTo('performingService'),
    nationalGuard: answerTo('nationalGuard'),
  };
}

/** The facts that decide which benefits the answers allow. */
export interface BenefitFacts extends RepaymentRecertifications {
  /** The business day. */
  readonly today: PlainDate;
  /** Whether any of the borrower's loans can be postponed. */
  readonly canPostpone: boolean;
}

/**
 * Whether a recertification can be waived: the earliest is at most 70 days ahead, or overdue, and none is of loans on the
 * permanent standard amount (R §4, 89 FR 4553; ruling 42).
 */
export function isRecertificationNear({
  repaymentRecertifications: all,
  today,
}: Omit<BenefitFacts, 'canPostpone'>): boolean {
  if (all.some(({ permStandFlag }) => permStandFlag === 'True')) return false;
  return all.some(({ date }) => daysBetween(today, date) <= HEROES_ACT_DAYS);
}

/** The ways in which military benefits postpone payments. */
type MilitaryPostponement = Extract<Postponement, 'military' | 'mandatoryForbearance'>;

/** The postponement that each benefit is; null for a benefit that postpones nothing (rulings 68, 84). */
const POSTPONES = {
  scra: null,
  militaryDeferment: 'military',
  twelveMonthDeferment: 'military',
  heroesAct: null,
  hostileDuty: null,
  mandatoryForbearance: 'mandatoryForbearance',
} as const satisfies Record<Benefit, MilitaryPostponement | null>;

/** The postponement among some benefits; null if they postpone nothing. No answers allow a deferment and a forbearance. */
export const postponementIn = (benefits: readonly Benefit[]): MilitaryPostponement | null =>
  benefits.map((benefit) => POSTPONES[benefit]).find((postponement) => postponement !== null) ?? null;

/** The kind of an application for some benefits. */
export const applicationKindOf = (benefits: readonly Benefit[]) => postponementIn(benefits) ?? 'militaryBenefits';

/**
 * The benefits that a borrower with these answers may apply for, in the order in which they are offered (R §4). Only those that
 * postpone payments depend on loans that can be postponed (ruling 68).
 */
export function benefitsFor(answers: MilitaryAnswers, facts: BenefitFacts): readonly Benefit[] {
  const { activeDuty, canSendOrdersNow, hostileDangerPay, performingService, nationalGuard } = answers;
  const applies: BenefitValues = {
    scra: activeDuty === true,
    militaryDeferment: canSendOrdersNow === true,
    twelveMonthDeferment: canSendOrdersNow === false,
    heroesAct: canSendOrdersNow !== null && isRecertificationNear(facts),
    hostileDuty: hostileDangerPay === true,
    mandatoryForbearance: performingService === true || nationalGuard === true,
  };
  return BENEFITS.filter((benefit) => applies[benefit] && (facts.canPostpone || POSTPONES[benefit] === null));
}

/** Each benefit with whether something is so of it. */
const eachBenefit = (is: (benefit: Benefit) => boolean): BenefitValues => ({
  scra: is('scra'),
  militaryDeferment: is('militaryDeferment'),
  twelveMonthDeferment: is('twelveMonthDeferment'),
  heroesAct: is('heroesAct'),
  hostileDuty: is('hostileDuty'),
  mandatoryForbearance: is('mandatoryForbearance'),
});

/** The form of the benefits, in which those are ticked that were chosen before and are still offered. */
export const benefitValues = (chosen: readonly Benefit[], offered: readonly Benefit[]): BenefitValues =>
  eachBenefit((benefit) => chosen.includes(benefit) && offered.includes(benefit));

/** The benefits that are ticked, in their order. */
export const chosenBenefits = (values: BenefitValues): readonly Benefit[] =>
  BENEFITS.filter((benefit) => values[benefit]);

const benefitsRequired: Issue = { code: 'benefits.required' } satisfies MilitaryIssue;

/** The schema of the benefits: at least one of those that are offered (R §5), which is said at the first of them. */
export function benefitsSchema(offered: readonly Benefit[], values: BenefitValues) {
  const [first] = offered;
  if (first === undefined) return v.looseObject({});
  const isAnyChosen = offered.some((benefit) => values[benefit]);
  return v.looseObject({
    [first]: v.pipe(
      v.boolean(),
      v.check(() => isAnyChosen, refuse(benefitsRequired)),
    ),
  });
}

/** Whether documents are required: what was applied for is granted by them (R §4, Next steps). */
export const needsDocument = (applied: readonly Benefit[]): boolean =>
  applied.some((benefit) => benefit !== 'scra' && benefit !== 'heroesAct');

/** Whether something of what was applied for is processed now, without documents (R §4, Next steps). */
export const isProcessedNow = (applied: readonly Benefit[]): boolean =>
  applied.some((benefit) => benefit === 'scra' || benefit === 'heroesAct');
