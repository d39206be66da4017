/** Drafts on the server: ownership, revisions, and data that is never stored. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#domain/call.ts';
import { drafts } from '#domain/portal/drafts/calls.ts';
import { StoredDraft } from '#domain/portal/drafts/shapes.ts';
import { drafts as rows } from '#server/db/schema/index.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.opened.db.delete(rows);
});

const params = { flow: 'payflow' };
const NONE = { revision: 0, writer: null, data: null };

const read = async (name: string) =>
  readJson(await server.make(drafts.read, { params, token: await server.mintToken(name) }), StoredDraft);
const write = async (name: string, after: number, data: unknown, writer = 'this-tab', flow = 'payflow') =>
  server.make(drafts.write, { params: { flow }, body: { after, writer, data }, token: await server.mintToken(name) });
const forget = async (name: string, after: number) =>
  server.make(drafts.forget, {
    params,
    query: { after: String(after), writer: 'this-tab' },
    token: await server.mintToken(name),
  });
const Revision = v.object({ revision: v.number() });

describe('a draft', () => {
  it('is returned as written, with the revision and the writer', async () => {
    expect(await read('avery')).toEqual(NONE);
    const draft = { version: 1, values: { paymentDate: '11/24/2026' }, completed: [], submission: null };
    const answer = await write('avery', 0, draft);
    expect(answer.status).toBe(200);
    expect(await readJson(answer, Revision)).toEqual({ revision: 1 });
    expect(await read('avery')).toEqual({ revision: 1, writer: 'this-tab', data: draft });
    expect((await write('avery', 1, { version: 2 }, 'a-phone')).status).toBe(200);
    expect(await read('avery')).toEqual({ revision: 2, writer: 'a-phone', data: { version: 2 } });
  });

  it('belongs to one person: neither another borrower nor the payer for the same borrower sees it', async () => {
    await write('avery', 0, { of: 'avery' });
    await write('casey', 0, { of: 'casey' });
    expect((await read('avery')).data).toEqual({ of: 'avery' });
    expect((await read('casey')).data).toEqual({ of: 'casey' });
    expect(await read('blake')).toEqual(NONE);
    expect((await forget('blake', 1)).status).toBe(409);
    expect((await read('avery')).data).toEqual({ of: 'avery' });
  });

  it('belongs to one flow', async () => {
    await write('avery', 0, { of: 'deferment' }, 'this-tab', 'deferment');
    expect(await read('avery')).toEqual(NONE);
  });

  it('is written only with the current revision', async () => {
    await write('avery', 0, { by: 'first' });
    await write('avery', 1, { by: 'second' });
    for (const after of [0, 1, 3]) {
      const refused = await write('avery', after, { by: 'an older tab' });
      expect(refused.status, `after ${after}`).toBe(409);
      expect(await readJson(refused, Problem)).toMatchObject({
        title: 'The draft has changed.',
        detail: 'Another tab or device has written it. Read it again.',
      });
    }
    expect(await read('avery')).toMatchObject({ revision: 2, data: { by: 'second' } });
  });

  it('is written once by two concurrent requests', async () => {
    const both = await Promise.all([write('avery', 0, { by: 'one' }), write('avery', 0, { by: 'other' })]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await read('avery')).revision).toBe(1);
  });

  it('leaves only its revision when it is deleted, so that an older tab cannot restore it', async () => {
    await write('avery', 0, { by: 'first' });
    expect((await forget('avery', 0)).status).toBe(409);
    const answer = await forget('avery', 1);
    expect(await readJson(answer, Revision)).toEqual({ revision: 2 });
    expect(await read('avery')).toEqual({ revision: 2, writer: 'this-tab', data: null });
    const [row] = await server.opened.db.select().from(rows);
    expect(row?.data).toEqual({ writer: 'this-tab' });
    for (const after of [0, 1]) expect((await write('avery', after, { by: 'an older tab' })).status).toBe(409);
    expect((await write('avery', 2, { by: 'a new start' })).status).toBe(200);
  });

  it.each([
    ['nine digits in a row', { note: '123456789' }, 'draft.secret'],
    ['a field for a Social Security number', { ssn: '1' }, 'draft.secret'],
    ['characters that the database cannot store', { note: 'a\u0000' }, 'draft.broken'],
    ['too many levels', JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)), 'draft.tooDeep'],
    ['more than 32,768 characters', { note: 'x'.repeat(32_768) }, 'draft.tooLarge'],
  ])('with %s is rejected and not stored', async (_, data, code) => {
    const refused = await write('avery', 0, data);
    expect(refused.status).toBe(422);
    const { fields = [] } = await readJson(refused, Problem);
    expect(fields.map((each) => [each.field, each.code])).toEqual([['data', code]]);
    expect(await read('avery')).toEqual(NONE);
  });

  it.each(['9999999999', '2147483648', '-1', '1e3', '1.5', ''])(
    'cannot be deleted after revision "%s"',
    async (after) => {
      const request = { params, query: { after, writer: 'this-tab' }, token: await server.mintToken('avery') };
      expect((await server.make(drafts.forget, request)).status).toBe(400);
    },
  );

  it.each(['', 'Pay', 'a b', 'a/../b', 'x'.repeat(41)])('requires a valid flow name: not "%s"', async (flow) => {
    const refused = await write('avery', 0, {}, 'this-tab', flow);
    expect([400, 404]).toContain(refused.status);
  });

  it('is rejected beyond sixty drafts per person', async () => {
    for (let count = 1; count <= 60; count += 1) {
      expect((await write('avery', 0, {}, 'this-tab', `flow-${count}`)).status).toBe(200);
    }
    const refused = await write('avery', 0, {}, 'this-tab', 'flow-61');
    expect(refused.status).toBe(422);
    expect(await readJson(refused, Problem)).toMatchObject({
      title: 'There are too many drafts.',
      detail: 'At most 60 flows may have one.',
    });
    expect((await write('avery', 1, { more: true }, 'this-tab', 'flow-60')).status).toBe(200);
    expect((await write('blake', 0, {})).status).toBe(200);
  }, 30_000);
});
