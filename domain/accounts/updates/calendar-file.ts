/** Calendar files with all-day events (RFC 5545). */
import type { PlainDate } from '../../calendar.ts';

/** An event of a whole day. */
export interface DayEvent {
  /** Stays the same when the file is downloaded again, so that calendars replace the event. */
  readonly uid: string;
  readonly date: PlainDate;
  readonly title: string;
  readonly description: string;
}

/** Escapes a text value (RFC 5545 §3.3.11). */
export const escapedText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // Other control characters are not allowed.
    .replaceAll(/\p{Cc}/gu, ' ');

const MAX_OCTETS = 75;
const countOctets = (text: string): number => new TextEncoder().encode(text).length;

/** Folds a content line to at most 75 octets per line, without splitting a character (RFC 5545 §3.1). */
export function folded(line: string): string {
  const lines: string[] = [];
  let present = '';
  for (const character of line) {
    // A continuation line starts with a space, which counts.
    if (countOctets(present + character) > MAX_OCTETS) {
      lines.push(present);
      present = ` ${character}`;
    } else present += character;
  }
  return [...lines, present].join('\r\n');
}

/** Formats an instant as `20261125T133000Z`. */
const formatUtc = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Returns the calendar file. `created` is the time of the file. */
export const calendarFile = (events: readonly DayEvent[], created: Date, product: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapedText(product)}//Portal//EN`,
    'CALSCALE:GREGORIAN',
    ...events.flatMap(({ uid, date, title, description }) => [
      'BEGIN:VEVENT',
      `UID:${escapedText(uid)}`,
      `DTSTAMP:${formatUtc(created)}`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SUMMARY:${escapedText(title)}`,
      `DESCRIPTION:${escapedText(description)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
