/** Schemas that parse a text to another value. */
import * as v from 'valibot';
import { parseIsoDate } from '#domain/calendar.ts';

/** Returns the schema of a text that `read` can parse. For any other text, the message is `wrong`. */
export function readable<T>(read: (text: string) => T | undefined, wrong: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: wrong });
      return NEVER;
    }),
  );
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A plain date starts in the morning in New York, before the payment cutoff. */
const MORNING = 'T14:00:00.000Z';

function parseInstant(text: string): Date | undefined {
  if (parseIsoDate(text) !== undefined) return new Date(`${text}${MORNING}`);
  const [, day = ''] = INSTANT.exec(text) ?? [];
  const instant = new Date(text);
  return parseIsoDate(day) === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** The schema of `PORTAL_NOW` and the test clock: an ISO instant or a plain date. */
export const Instant = readable(parseInstant, 'is neither a date nor a date and time');
