/** Texts that PostgreSQL cannot store, in every text of every call: each is rejected without a server error. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { calls } from '#domain/api/calls.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { isStorable, unstorableFields } from '#server/db/text.ts';
import { type TestServer, type WireRequest, readJson, startTestServer } from '#test/support/server.ts';
import { EXAMPLES, type Rows, readRows } from './http-examples.ts';

const NUL = '\0';
const LONE_SURROGATE = '\uD800';

let server: TestServer;
let rows: Rows;
beforeAll(async () => {
  server = await startTestServer();
  rows = await readRows(server, 'avery');
}, 60_000);
afterAll(() => server.close());

/** Returns a copy of `value` for each text in it, with `added` at the end of that text. */
function createVariants(value: unknown, added: string): unknown[] {
  if (typeof value === 'string') return [value + added];
  if (typeof value !== 'object' || value === null || value instanceof File) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    createVariants(inner, added).map((changed) =>
      Array.isArray(value)
        ? value.map((each: unknown, index) => (String(index) === name ? changed : each))
        : { ...value, [name]: changed },
    ),
  );
}

/** Returns a copy of a request for each text in the given parts, with the same idempotency key. */
function requestsWith(
  request: WireRequest,
  added: string,
  parts: readonly ('params' | 'query' | 'body' | 'form')[],
): WireRequest[] {
  return parts.flatMap((part) =>
    createVariants(request[part], added).map((changed) => Object.assign({ ...request }, { [part]: changed })),
  );
}

it.each([
  ['NUL', NUL, ['params', 'query', 'body', 'form']],
  // URLs and forms cannot contain one, because their encoding replaces it.
  ['a lone surrogate', LONE_SURROGATE, ['body']],
] as const)('responds to no call with a server error if a text contains %s', async (_, added, parts) => {
  const token = await server.mintToken('avery');
  for (const call of calls) {
    const own = () => requestsWith(EXAMPLES[call.id]?.own(rows) ?? {}, added, parts);
    for (let index = 0; index < own().length; index += 1) {
      // A new request each time, because each idempotency key counts once.
      const response = await server.make(call, { ...own()[index], token });
      expect(response.status, `${call.id}, text ${index}`).toBeLessThan(500);
    }
  }
});

it('names the field of an unstorable text without the text', async () => {
  const token = await server.mintToken('avery');
  const own = EXAMPLES['contact.save']?.own(rows);
  const response = await server.make(contact.save, {
    token,
    body: { ...Object(own?.body), street: `12 Elm${NUL} Street` },
  });
  expect(response.status).toBe(422);
  const { fields } = await readJson(response, Problem);
  expect(fields?.map(({ field }) => field)).toEqual(['street']);
  expect(JSON.stringify(fields)).not.toContain('Elm');
});

it('finds unstorable texts anywhere in a value', () => {
  expect(isStorable('José 🎓')).toBe(true);
  expect(unstorableFields({ a: ['x', `y${NUL}`], b: { c: LONE_SURROGATE }, d: 1, e: null })).toEqual(['a.1', 'b.c']);
  expect(unstorableFields({ notes: { [`n${NUL}`]: 'x' } })).toEqual(['notes']);
});
