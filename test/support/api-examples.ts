/**
 * Generates the examples of the API description: makes every call as a demo borrower on a separate database, and records
 * requests and answers. Lists are cut to their first entry, and long texts are shortened.
 */
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { calls } from '#domain/api/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { EXAMPLES, readRows } from '#test/server/http-examples.ts';
import { type TestServer, type WireRequest, startTestServer } from '#test/support/server.ts';

/** Borrowers to try; the first one with an answer is used. */
const PEOPLE = ['avery', 'blake', 'lane', 'riley', 'indigo', 'jules', 'taylor'];

const LONGEST_TEXT = 120;
const MAX_KEYS = 40;

/** Values that differ in each run, and their replacements in the file, so that it changes only if the API does. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '1b4e28ba-2fa1-41d2-883f-0016d3cca427'],
  [/\b[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}\b/g, 'H44B-BENE-KJ4M'],
  [/\bM\d{9}\b/g, 'M843366821'],
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g, 'jFXeTBlCxXGpapJ2G_WfiXContBezlLB4PuI7EFOAg8'],
  [/(T\d\d:\d\d):\d\d\.\d{3}Z/g, '$1:00.000Z'],
  [/^.*\/outbox\//, 'outbox/'],
];

/** Instants of real time, such as those of sessions, which differ in each run. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isRealTime = (text: string): boolean =>
  INSTANT.test(text) && Math.abs(Date.parse(text) - Date.now()) < 60 * MINUTE;

/** Larger numbers are times in milliseconds. */
const A_TIME = 1e12;
const MINUTE = 60_000;

/** Cuts lists to one entry, records to a few, and texts to a maximum length. Replaces values that differ in each run. */
function shortened(part: unknown): unknown {
  if (typeof part === 'string' && isRealTime(part)) return '2026-11-20T15:00:00.000Z';
  if (typeof part === 'string') {
    const text = SAME.reduce((changed, [value, same]) => changed.replace(value, same), part);
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }
  if (typeof part === 'number') return part > A_TIME ? part - (part % MINUTE) : part;
  if (Array.isArray(part)) return part.slice(0, 1).map(shortened);
  if (typeof part !== 'object' || part === null) return part;
  const entries: [string, unknown][] = Object.entries(part);
  const isLong =
    entries.length > MAX_KEYS ||
    (entries.length > 3 && entries.every(([, each]) => typeof each === 'string' && each.length > LONGEST_TEXT));
  return Object.fromEntries((isLong ? entries.slice(0, 2) : entries).map(([key, value]) => [key, shortened(value)]));
}

/** Returns the shortened value if the call's schema accepts it. */
const fitting = (schema: v.GenericSchema, value: unknown): unknown => {
  const short = shortened(value);
  return v.is(schema, short) ? short : value;
};

async function createExample(server: TestServer, call: CallSpec) {
  const example = EXAMPLES[call.id];
  if (example === undefined) throw new Error(`${call.id} has no example in test/server/http-examples.ts`);
  const statuses: number[] = [];
  for (const person of PEOPLE) {
    const rows = await readRows(server, person);
    const requested: WireRequest = example.own(rows);
    const token = call.access.includes('public') ? undefined : await server.mintToken(person);
    const response = await server.make(call, { ...requested, token });
    statuses.push(response.status);
    if (response.status !== 200) continue;
    const answer: unknown = call.answersFile === undefined ? await response.json() : undefined;
    const form =
      requested.form &&
      Object.fromEntries(
        Object.entries(requested.form).map(([k, part]) => [k, part instanceof File ? part.name : part]),
      );
    const body: unknown = requested.body ?? form;
    return {
      ...(requested.params !== undefined && { params: shortened(requested.params) }),
      ...(requested.query !== undefined && { query: shortened(requested.query) }),
      ...(body !== undefined && { body: shortened(body) }),
      ...(answer !== undefined && { answer: fitting(call.response, answer) }),
    };
  }
  throw new Error(`${call.id} was answered with ${statuses.join(', ')}`);
}

/** Applications exclude each other, so each one uses a separate server. */
const isApplication = ({ id }: CallSpec): boolean => id.includes('.apply');

/** Writes the examples of all calls to a file. Throws if a call has none, or is refused for each borrower. */
export default async function writeExamples([file = '']: readonly string[]): Promise<void> {
  const examples: Record<string, unknown> = {};
  const failed: string[] = [];
  const shared = await startTestServer();
  for (const call of calls) {
    const server = isApplication(call) ? await startTestServer() : shared;
    try {
      examples[call.id] = await createExample(server, call);
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
    if (server !== shared) await server.close();
  }
  await shared.close();
  if (failed.length > 0) throw new Error(failed.join('\n'));
  await writeFile(file, JSON.stringify(examples));
}
