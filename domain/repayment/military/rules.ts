/** The rules of the military deferment and related benefits (R §4, §5 Military; rulings 33, 42, 43, 55). */
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, daysBetween, earlier, formatUsDate, parseUsDate } from '../../calendar.ts';
import {
  type DecisionTranscript,
  type DecisionTree,
  listShownFields,
  positionAfter,
  withoutQuestions,
} from '../decision-tree.ts';
import { type Issue, type FieldProblem, findProblems, refuse, validatedText } from '../../issue.ts';
import { endAfterService } from '../../pause-end.ts';
import type { Postponement } from '../../postponement-kinds.ts';
import { militaryTree } from './questions.ts';
import { BENEFITS, type Benefit } from '../../military-benefits.ts';
import {
  type BenefitValues,
  type BenefitsForm,
  type DateLimits,
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

/**
 * The minimum and maximum number of characters of the name of a war, operation or emergency. The specification does not
 * define a maximum.
 */
export const OPERATION_LENGTH = { min: 3, max: 250 } as const;

/** The Heroes Act waives recertifications that are due within this number of days (R §9). */
const HEROES_ACT_DAYS = 70;

/**
 * Returns whether to ask about hostile pay: a Direct loan was disbursed on or after the configured day (R §4; ruling
 * 42).
 */
export const isHostilePayShown = (
  { loanInfo }: Pick<LoanInfo, 'loanInfo'>,
  minimumDisbursementDate: PlainDate,
): boolean =>
  loanInfo.mostRecentDisbursementDateDirect !== null &&
  loanInfo.mostRecentDisbursementDateDirect >= minimumDisbursementDate;

/** Returns the conditional questions that are left out. */
export const listHiddenQuestions = (asksHostilePay: boolean): readonly string[] =>
  asksHostilePay ? [] : ['hostileDangerPay'];

/** Returns the questions with or without the one about hostile pay. */
export const questionsFor = (asksHostilePay: boolean): DecisionTree =>
  withoutQuestions(militaryTree, listHiddenQuestions(asksHostilePay));

/** Converts the dates from the server to the data for date validation. */
export const toDateLimits = (dates: MilitaryDates, today: PlainDate): DateLimits => ({
  today,
  earliestStart: dates.militaryDefermentStartDate,
  latestEnd: dates.militaryDefermentEndDate,
});

/** Returns the day a year later; for 29 February, 28 February (ruling 33). */
const yearAfter = (day: PlainDate): PlainDate => addMonths(day, 12);

/** Inclusive date bounds. */
export interface DayBounds {
  readonly min: PlainDate;
  readonly max: PlainDate;
}

/**
 * Returns the allowed end dates of a deferment that starts on `start` (R §5). `min` is the day after the start, or
 * tomorrow if the start is less than a year ago. `max` is a year after the start, or the server's last day if earlier.
 * No date is allowed if `min` is after `max`.
 */
export const endBounds = (start: PlainDate, { today, latestEnd }: DateLimits): DayBounds => ({
  min: addDays(yearAfter(start) > today ? today : start, 1),
  max: earlier(yearAfter(start), latestEnd),
});

/**
 * Returns the allowed start dates of a deferment: not in the future, and early enough that the deferment can still end
 * (R §5; ruling 33).
 */
export function startBounds({ today, earliestStart, latestEnd }: DateLimits): DayBounds {
  const max = latestEnd > today ? today : earlier(addDays(latestEnd, -1), lastDayAYearAgo(today));
  return { min: earliestStart, max };
}

/** Returns the latest day that is at least a year ago. A year after both 28 and 29 February is 28 February. */
function lastDayAYearAgo(today: PlainDate): PlainDate {
  const day = addMonths(today, -12);
  const next = addDays(day, 1);
  return yearAfter(next) > today ? day : next;
}

/** Validates the start date of a deferment as typed (R §5; rulings 43, 55). */
export function validateStart(typed: string, facts: DateLimits): MilitaryIssue | undefined {
  if (typed.trim() === '') return { code: 'field.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'date.format' };
  if (day < facts.earliestStart) return { code: 'startDate.tooEarly' };
  if (day > facts.today) return { code: 'startDate.inFuture' };
  return day > startBounds(facts).max ? { code: 'startDate.tooLate', max: formatUsDate(facts.latestEnd) } : undefined;
}

/** Validates the end date of a deferment as typed. If the start date is invalid, checks only the format. */
export function validateEnd(typed: string, typedStart: string, facts: DateLimits): MilitaryIssue | undefined {
  if (typed.trim() === '') return { code: 'field.required' };
  const day = parseUsDate(typed);
  if (day === undefined) return { code: 'date.format' };
  const start = parseUsDate(typedStart);
  if (start === undefined || validateStart(typedStart, facts) !== undefined) return undefined;
  const { min, max } = endBounds(start, facts);
  if (day < min) return { code: 'endDate.tooEarly', min: formatUsDate(min) };
  return day > max ? { code: 'endDate.tooLate' } : undefined;
}

/**
 * Returns the day on which payments start again after a deferment with the typed dates, which lasts longer than the
 * service (R §9); undefined while a date is invalid.
 */
export function startAgainAfter(
  { startDate, endDate }: Pick<MilitaryValues, 'startDate' | 'endDate'>,
  facts: DateLimits,
): PlainDate | undefined {
  const [start, end] = [parseUsDate(startDate), parseUsDate(endDate)];
  if (start === undefined || end === undefined) return undefined;
  if (validateStart(startDate, facts) ?? validateEnd(endDate, startDate, facts)) return undefined;
  return endAfterService(end, yearAfter(start));
}

/** Validates the name of a war, operation or emergency (R §5). */
export function validateOperation(typed: string): MilitaryIssue | undefined {
  const { min, max } = OPERATION_LENGTH;
  if (typed.length > max) return { code: 'operation.tooLong', max };
  const { length } = typed.trim();
  if (length === 0) return { code: 'field.required' };
  return length < min ? { code: 'operation.tooShort', min } : undefined;
}

/** The initial values of the fields. */
export const emptyValues: MilitaryValues = { operation: '', startDate: '', endDate: '' };

/** Returns the schema entries of the fields. */
export const fieldEntries = (facts: DateLimits, { startDate }: MilitaryValues) => ({
  operation: validatedText(validateOperation),
  startDate: validatedText((typed) => validateStart(typed, facts)),
  endDate: validatedText((typed) => validateEnd(typed, startDate, facts)),
});

/** Clears the end date if the start date changes (R §5). */
export const withChanged = (field: string, values: MilitaryValues): MilitaryValues =>
  field === 'startDate' ? { ...values, endDate: '' } : values;

/** Validates the fields under the given answers. Ignores hidden fields. */
export function fieldProblems(
  tree: DecisionTree,
  transcript: DecisionTranscript,
  values: MilitaryValues,
  facts: DateLimits,
): readonly FieldProblem[] {
  const shown = listShownFields(tree, transcript);
  return findProblems(v.looseObject(fieldEntries(facts, values)), values).filter(({ field }) => shown.includes(field));
}

/** Returns whether all questions are answered and all visible fields are valid. */
export const isComplete = (
  tree: DecisionTree,
  transcript: DecisionTranscript,
  values: MilitaryValues,
  facts: DateLimits,
): boolean =>
  positionAfter(tree, transcript).result !== null && fieldProblems(tree, transcript, values, facts).length === 0;

/** The answers to the questions. Null if a question was not asked. */
const QuestionAnswers = v.object(
  v.entriesFromList(
    militaryTree.map(({ id }) => id),
    v.nullable(v.boolean()),
  ),
);

/** The borrower's answers (R §3, Military model). Answers to questions and fields that were not shown are null. */
export interface MilitaryAnswers extends Readonly<v.InferOutput<typeof QuestionAnswers>> {
  readonly operation: string | null;
  readonly startDate: PlainDate | null;
  readonly endDate: PlainDate | null;
}

/** Converts the transcript and the visible fields to answers. */
export function toAnswers(transcript: DecisionTranscript, values: MilitaryValues): MilitaryAnswers {
  const answerTo = (id: string): boolean | null => {
    const given = transcript.find(({ question }) => question === id);
    return given === undefined ? null : given.answer === 'yes';
  };
  const shown = listShownFields(militaryTree, transcript);
  const parseDay = (field: 'startDate' | 'endDate') =>
    shown.includes(field) ? (parseUsDate(values[field]) ?? null) : null;
  return {
    ...v.parse(QuestionAnswers, Object.fromEntries(militaryTree.map(({ id }) => [id, answerTo(id)]))),
    operation: shown.includes('operation') ? values.operation.trim() : null,
    startDate: parseDay('startDate'),
    endDate: parseDay('endDate'),
  };
}

/** The data that determines the available benefits. */
export interface BenefitInput extends RepaymentRecertifications {
  /** The business day. */
  readonly today: PlainDate;
  /** Whether any of the borrower's loans can be postponed. */
  readonly canPostpone: boolean;
  /** The months without interest in hostile areas that the borrower has left; undefined if unknown. */
  readonly hostilePayMonthsLeft?: number | undefined;
}

/**
 * Returns whether recertification can be waived: the earliest date is overdue or at most 70 days ahead, and no loan is
 * on the permanent standard amount (R §4, 89 FR 4553; ruling 42).
 */
export function isRecertificationNear({
  repaymentRecertifications: all,
  today,
}: Pick<BenefitInput, 'today' | 'repaymentRecertifications'>): boolean {
  if (all.some(({ permStandFlag }) => permStandFlag === 'True')) return false;
  return all.some(({ date }) => daysBetween(today, date) <= HEROES_ACT_DAYS);
}

/** The postponements that military benefits can grant. */
type MilitaryPostponement = Extract<Postponement, 'military' | 'mandatoryForbearance'>;

/** The postponement that each benefit grants; null for benefits that postpone nothing (rulings 68, 84). */
const POSTPONES = {
  scra: null,
  militaryDeferment: 'military',
  twelveMonthDeferment: 'military',
  heroesAct: null,
  hostileDuty: null,
  mandatoryForbearance: 'mandatoryForbearance',
} as const satisfies Record<Benefit, MilitaryPostponement | null>;

/**
 * Returns the postponement among the benefits; null if they postpone nothing. No combination of answers allows both a
 * deferment and a forbearance.
 */
export const postponementIn = (benefits: readonly Benefit[]): MilitaryPostponement | null =>
  benefits.map((benefit) => POSTPONES[benefit]).find((postponement) => postponement !== null) ?? null;

/** Returns whether a benefit reduces the interest of loans, and so the cost of a pause. */
export const reducesInterest = (benefit: string): benefit is 'scra' | 'hostileDuty' =>
  benefit === 'scra' || benefit === 'hostileDuty';

/** Returns the kind of application for these benefits. */
export const getApplicationKind = (benefits: readonly Benefit[]) => postponementIn(benefits) ?? 'militaryBenefits';

/** Returns the benefits that the answers allow, regardless of the loans. */
const grantedBy = (answers: MilitaryAnswers): readonly Benefit[] =>
  militaryTree.flatMap(({ id, options }: (typeof militaryTree)[number]) =>
    options.flatMap((option) => ('grants' in option && answers[id] === (option.value === 'yes') ? option.grants : [])),
  );

/**
 * Returns the benefits that a borrower with these answers may apply for, in display order (R §4). Only benefits that
 * postpone payments require loans that can be postponed (ruling 68). The benefit for hostile areas requires months that
 * are left.
 */
export function benefitsFor(answers: MilitaryAnswers, facts: BenefitInput): readonly Benefit[] {
  const granted = grantedBy(answers);
  const isPossible = (benefit: Benefit): boolean => {
    if (benefit === 'heroesAct') return isRecertificationNear(facts);
    if (benefit === 'hostileDuty') return facts.hostilePayMonthsLeft !== 0;
    return facts.canPostpone || POSTPONES[benefit] === null;
  };
  return BENEFITS.filter((benefit) => granted.includes(benefit) && isPossible(benefit));
}

/** Maps each benefit to the result of a predicate. */
const eachBenefit = (is: (benefit: Benefit) => boolean): BenefitValues => ({
  scra: is('scra'),
  militaryDeferment: is('militaryDeferment'),
  twelveMonthDeferment: is('twelveMonthDeferment'),
  heroesAct: is('heroesAct'),
  hostileDuty: is('hostileDuty'),
  mandatoryForbearance: is('mandatoryForbearance'),
});

/** Returns the values of the benefits form: previously chosen benefits stay checked if they are still available. */
export const benefitValues = (chosen: readonly Benefit[], offered: readonly Benefit[]): BenefitValues =>
  eachBenefit((benefit) => chosen.includes(benefit) && offered.includes(benefit));

/** Returns the checked benefits, in display order. */
export const chosenBenefits = (values: BenefitValues): readonly Benefit[] =>
  BENEFITS.filter((benefit) => values[benefit]);

const benefitsRequired: Issue = { code: 'benefits.required' } satisfies MilitaryIssue;

/**
 * Creates the schema of the benefits form: at least one benefit is required (R §5). The error is reported on the first
 * benefit.
 */
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

/** Returns whether the form asks for the first day of active duty: for SCRA, if the questions asked for no dates (ruling 107). */
export const asksDutyStart = ({ startDate }: Pick<MilitaryAnswers, 'startDate'>, chosen: readonly Benefit[]): boolean =>
  startDate === null && chosen.includes('scra');

/** Returns the first day of active duty as typed; null if it is empty, not a date or in the future. */
export function parseDutyStart(typed: string, today: PlainDate): PlainDate | null {
  const day = parseUsDate(typed);
  return day === undefined || day > today ? null : day;
}

/** Returns the first day of active duty from which SCRA counts; null if the form does not ask for it, or it cannot be used. */
export const getScraStart = (
  answers: Pick<MilitaryAnswers, 'startDate'>,
  values: BenefitsForm,
  today: PlainDate,
): PlainDate | null =>
  asksDutyStart(answers, chosenBenefits(values)) ? parseDutyStart(values.dutyStart, today) : null;

/** Returns whether the application requires documents (R §4, Next steps). */
export const needsDocument = (applied: readonly Benefit[]): boolean =>
  applied.some((benefit) => benefit !== 'scra' && benefit !== 'heroesAct');

/** Returns whether part of the application is processed immediately, without documents (R §4, Next steps). */
export const isProcessedNow = (applied: readonly Benefit[]): boolean =>
  applied.some((benefit) => benefit === 'scra' || benefit === 'heroesAct');
