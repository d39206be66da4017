/** The messages of military deferment issues (R §5; ruling 55), and the labels of fields and benefits. */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import type { Messages } from '../../issue.ts';
import { startAgainText } from '../../pause-end.ts';
import type { MilitaryIssue } from './rules.ts';
import { HOSTILE_PAY_MONTHS } from './shapes.ts';

const FORMAT = 'Incorrect format. Please use MM/DD/YYYY.';

export const militaryMessages: Messages<MilitaryIssue> = {
  'field.required': () => 'Field is required.',
  'operation.tooShort': () => 'Field must be at least three characters.',
  'operation.tooLong': ({ max }) => `Field must be at most ${max} characters.`,
  'date.format': () => FORMAT,
  'startDate.tooEarly': () => 'Start date cannot be earlier than when your loans initially entered repayment.',
  'startDate.inFuture': () => 'Start date cannot be in the future.',
  'startDate.tooLate': ({ max }) => `Start date must be before ${max}.`,
  'endDate.tooEarly': ({ min }) => `End date must be on or after ${min}.`,
  'endDate.tooLate': () => 'End date must be within 12 months of the start date.',
  'benefits.required': () => 'You are required to apply for at least one benefit.',
  'benefit.notApplicable': () => "Based on your answers, you can't apply for this benefit.",
  'answer.notAsked': () => "We don't need this, based on your other answers.",
};

/** The labels of the fields, in the form and in the error panel. */
export const militaryFieldLabels: Readonly<Record<string, string>> = {
  operation: 'War, Operation or Emergency',
  startDate: 'Start Date of Active Duty',
  endDate: 'End Date of Active Duty',
};

/** Returns the text about the months without interest in hostile areas that are left. */
export function hostilePayLeftText(left: number): string {
  if (left === 0) return `You have used all ${HOSTILE_PAY_MONTHS} months without interest for duty in hostile areas.`;
  return `You have ${left} of ${HOSTILE_PAY_MONTHS} months left.`;
}

/** Returns the text beside a typed end date (ruling 106): `day` is the first day after the deferment. */
export const startAgainAfterDuty = (day: PlainDate): string => `If we pause them, your ${startAgainText(day)}.`;

/**
 * The label of the first day of active duty, and the hints of its field before and after a usable date is typed (ruling
 * 107).
 */
export const DUTY_START_LABEL = 'First day of active duty (optional)';
export function dutyStartHint(typed: string, day: PlainDate | null): string {
  if (day !== null) return `We count the limit from ${formatUsDate(day)}.`;
  return typed.trim() === ''
    ? 'MM/DD/YYYY. If you leave it empty, we count from the day you apply.'
    : "We can't use this date. Enter a day up to today as MM/DD/YYYY, such as 03/02/2026. Without it, we count from the day you apply.";
}
