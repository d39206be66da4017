/** The date of birth field of forms (P §5.2, ruling 54). All forms with this field share these rules. */
import { type PlainDate, parseUsDate, toPlainDate } from './calendar.ts';
import type { Messages } from './issue.ts';

export type BirthDateIssue =
  | { code: 'birthDate.format' }
  | { code: 'birthDate.notADate' }
  | { code: 'birthDate.notPast' }
  | { code: 'birthDate.tooEarly' };

/** The earliest date of birth that forms accept (P §9). */
const EARLIEST = toPlainDate('1900-01-01');

const PATTERN = /^\d{2}\/\d{2}\/\d{4}$/;

/** Formats eight digits as MM/DD/YYYY. Trims any other text and leaves it unchanged. */
export function normalizeBirthDate(typed: string): string {
  const text = typed.trim();
  return /^\d{8}$/.test(text) ? `${text.slice(0, 2)}/${text.slice(2, 4)}/${text.slice(4)}` : text;
}

/**
 * Validates a date of birth as typed, MM/DD/YYYY. `today` is the business day; null if unknown, which skips the check
 * that the date is in the past.
 */
export function validateBirthDate(typed: string, today: PlainDate | null): BirthDateIssue | undefined {
  const text = normalizeBirthDate(typed);
  if (!PATTERN.test(text)) return { code: 'birthDate.format' };
  const date = parseUsDate(text);
  if (date === undefined) return { code: 'birthDate.notADate' };
  if (today !== null && date >= today) return { code: 'birthDate.notPast' };
  return date < EARLIEST ? { code: 'birthDate.tooEarly' } : undefined;
}

/** The messages, as quoted in the specification (P §5.2). */
export const birthDateMessages: Messages<BirthDateIssue> = {
  'birthDate.format': () => 'Please enter your date of birth in the form MM/DD/YYYY.',
  'birthDate.notADate': () => 'Please enter a valid date.',
  'birthDate.notPast': () => 'Your date of birth must be in the past.',
  'birthDate.tooEarly': () => 'Please enter a valid date of birth.',
};
