/** A date of birth as a form takes it (P §5.2, ruling 54); every form that asks for one asks here. */
import { type PlainDate, parseUsDate, plainDateOf } from './calendar.ts';
import type { Messages } from './issue.ts';

export type BirthDateIssue =
  | { code: 'birthDate.format' }
  | { code: 'birthDate.notADate' }
  | { code: 'birthDate.notPast' }
  | { code: 'birthDate.tooEarly' };

/** The earliest date of birth that is believed (P §9). */
const EARLIEST = plainDateOf('1900-01-01');

const PATTERN = /^\d{2}\/\d{2}\/\d{4}$/;

/** A date of birth written with separators: eight digits get them; anything else stays, without spaces around it. */
export function normalizeBirthDate(typed: string): string {
  const text = typed.trim();
  return /^\d{8}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2, 4)}/${text.slice(4)}` : text;
}

/** Judges a date of birth as typed, MM/DD/YYYY, against the business day; null where that day is not known. */
export function validateBirthDate(typed: string, today: PlainDate | null): BirthDateIssue | undefined {
  const text = normalizeBirthDate(typed);
  if (!PATTERN.test(text)) return { code: 'birthDate.format' };
  const date = parseUsDate(text);
  if (date === undefined) return { code: 'birthDate.notADate' };
  if (today !== null && date >= today) return { code: 'birthDate.notPast' };
  return date < EARLIEST ? { code: 'birthDate.tooEarly' } : undefined;
}

/** The spec's sentences (P §5.2). */
export const birthDateMessages: Messages<BirthDateIssue> = {
  'birthDate.format': () => 'Please enter your date of birth in the form MM/DD/YYYY.',
  'birthDate.notADate': () => 'Please enter a valid date.',
  'birthDate.notPast': () => 'Your date of birth must be in the past.',
  'birthDate.tooEarly': () => 'Please enter a valid date of birth.',
};
