/**
 * Contact information on the server: ownership, validation, concurrent tabs, and the action that it completes (rulings
 * 7, 10).
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { Problem } from '#domain/call.ts';
import { contact } from '#domain/profile/contact/calls.ts';
import { ContactInformation } from '#domain/profile/contact/shapes.ts';
import { payments } from '#domain/payments/calls.ts';
import { contactInformation, pendingActions, webAccounts } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { contactFor } from '#server/credentials/contact.ts';
import { confirmEmail } from '#test/support/confirmed.ts';
import { NOW, createScope } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
let loaded: (typeof contactInformation.$inferSelect)[];
const rows = () => server.opened.db.select().from(contactInformation);

beforeAll(async () => {
  server = await startTestServer();
  loaded = await rows();
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  vi.restoreAllMocks();
  await server.opened.db.delete(pendingActions);
  await server.opened.db.delete(contactInformation);
  await server.opened.db.insert(contactInformation).values(loaded);
});

const AVERY: ContactInformation = {
  email: 'avery.lindqvist@example.com',
  homePhone: '',
  mobilePhone: '4025550131',
  country: 'US',
  street: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
  updatedAt: null,
};
const MOVED = { ...AVERY, street: '12 Elm Street', city: 'Omaha', zip: '68102-1234' };

const readNamed = async (who: string) =>
  readJson(await server.make(contact.read, { token: await server.mintToken(who) }), contact.read.response);
/** Returns contact information without the name of the state, as it is saved. */
const stored = (known: ContactInformation) => v.parse(v.omit(ContactInformation, ['stateName']), known);
const read = async (who: string) => stored(await readNamed(who));
/** Saves contact information, with the code for its email address. */
async function put(who: string, body: unknown): Promise<Response> {
  const { success, output } = v.safeParse(v.looseObject({ email: v.pipe(v.string(), v.minLength(1)) }), body);
  if (success) await confirmEmail(server.opened.db, (await server.findClaims(who)).sub, output.email);
  return server.make(contact.save, { token: await server.mintToken(who), body });
}
const save = async (who: string, body: unknown) => {
  const answer = await put(who, body);
  expect(answer.status).toBe(200);
  return stored(await readJson(answer, contact.save.response));
};
const readAccount = async (who: string) => {
  const [account] = await server.opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, who));
  if (account === undefined) throw new Error(`There is no ${who}`);
  return account;
};

describe('contact information', () => {
  it('is returned as seeded and as saved', async () => {
    expect(await read('avery')).toEqual(AVERY);
    const saved = await save('avery', MOVED);
    expect(saved).toEqual({ ...MOVED, updatedAt: expect.stringMatching(/^2026-11-20T15:/) as unknown });
    expect(await read('avery')).toEqual(saved);
  });

  it('names the state in its country', async () => {
    expect(await readNamed('avery')).toEqual({ ...AVERY, stateName: 'Nebraska' });
    const abroad = { ...AVERY, country: 'IT', street: 'Via Roma 1', city: 'Torino', state: '21', zip: '10121' };
    await save('avery', abroad);
    expect(await readNamed('avery')).toMatchObject({ ...abroad, stateName: 'Piemonte', updatedAt: expect.any(String) });
  });

  it('is normalized when stored', async () => {
    const saved = await save('avery', {
      ...MOVED,
      email: ' avery@example.com ',
      homePhone: '(402) 555-0199',
      street: ' 12 Elm Street ',
      zip: '681021234',
    });
    expect(saved).toMatchObject({
      email: 'avery@example.com',
      homePhone: '4025550199',
      street: '12 Elm Street',
      zip: '68102-1234',
    });
  });

  it('is stored without the invisible and look-alike characters of pasted text', async () => {
    const saved = await save('avery', {
      ...MOVED,
      email: 'avery@example.com',
      homePhone: '\u202D+1\u00A0(402) 555\u20110199\u202C',
      street: '12 O\u2019Neill Street,\r\nApt\u00A04',
      city: 'Coeur d\u2019Alene',
      zip: '68102\u20131234',
    });
    expect(saved).toMatchObject({
      email: 'avery@example.com',
      homePhone: '4025550199',
      street: "12 O'Neill Street, Apt 4",
      city: "Coeur d'Alene",
      zip: '68102-1234',
    });
  });

  it("of a payer is separate from the borrower's", async () => {
    const casey = await read('casey');
    expect(casey).toMatchObject({ email: 'casey.lindqvist@example.com', city: 'Des Moines', state: 'IA' });
    await save('casey', { ...casey, city: 'Ames' });
    expect(await read('casey')).toMatchObject({ city: 'Ames' });
    expect(await read('avery')).toEqual(AVERY);
    await save('avery', MOVED);
    expect(await read('casey')).toMatchObject({ city: 'Ames' });
  });

  it('of a payer is separate from that of another payer of the same borrower', async () => {
    const { db } = server.opened;
    const [casey] = await db.select().from(webAccounts).where(eq(webAccounts.loginName, 'casey'));
    if (casey === undefined) throw new Error('Casey pays for Avery');
    await db.insert(webAccounts).values({ ...casey, webAccountId: 'web-other-payer', loginName: 'other.payer' });
    await save('other.payer', MOVED);
    expect(await read('casey')).toMatchObject({ city: 'Des Moines' });
    expect(await read('other.payer')).toMatchObject({ street: '12 Elm Street' });
    await db.delete(contactInformation).where(eq(contactInformation.webAccountId, 'web-other-payer'));
    await db.delete(webAccounts).where(eq(webAccounts.webAccountId, 'web-other-payer'));
  });

  it('of a borrower is invisible to others', async () => {
    await save('avery', MOVED);
    expect(await read('blake')).toMatchObject({ city: 'Chicago' });
    expect((await rows()).filter(({ street }) => street === '12 Elm Street')).toHaveLength(1);
  });

  it("is shared by a borrower's usernames and shown to impersonators", async () => {
    expect(await read('frankie')).toEqual(AVERY);
    const saved = await save('frankie', MOVED);
    expect(await read('avery')).toEqual(saved);
    expect((await rows()).filter(({ borrowerKey }) => borrowerKey === 'avery')).toHaveLength(2);
  });

  it('is the same in emails that no username of the borrower caused', async () => {
    const { db } = server.opened;
    const whose = { db, borrowerKey: 'avery', webAccountId: '', person: { role: 'borrower' } } as const;
    const emailed = async () => (await contactFor(whose)).email;
    expect(await emailed()).toBe('avery.lindqvist@example.com');
    await save('casey', { ...(await read('casey')), city: 'Ames' });
    await save('avery', { ...AVERY, email: 'avery@example.com' });
    expect(await emailed()).toBe('avery@example.com');
    await save('casey', { ...(await read('casey')), city: 'Des Moines' });
    expect(await emailed()).toBe('avery@example.com');
  });

  it("of people seeded without it is empty except for the borrower's email address, and can be saved", async () => {
    await server.opened.db.delete(contactInformation);
    const nothing = { homePhone: '', mobilePhone: '', country: '', street: '', city: '', state: '', zip: '' };
    expect(await read('avery')).toEqual({ ...nothing, email: 'avery.lindqvist@example.com', updatedAt: null });
    expect(await read('casey')).toEqual({ ...nothing, email: '', updatedAt: null });
    await save('casey', { ...MOVED, email: 'casey@example.com' });
    expect(await read('casey')).toMatchObject({ email: 'casey@example.com', city: 'Omaha' });
    expect(await read('avery')).toMatchObject({ street: '' });
  });

  it("provides the payer's email address for payments", async () => {
    const readEmail = async (who: string) =>
      (
        await readJson(
          await server.make(payments.borrowerPayment, { token: await server.mintToken(who) }),
          v.object({ email: v.string() }),
        )
      ).email;
    expect(await readEmail('avery')).toBe('avery.lindqvist@example.com');
    expect(await readEmail('casey')).toBe('casey.lindqvist@example.com');
    await save('avery', { ...AVERY, email: 'avery@example.com' });
    expect(await readEmail('avery')).toBe('avery@example.com');
    expect(await readEmail('casey')).toBe('casey.lindqvist@example.com');
  });
});

describe('invalid contact information', () => {
  const Refusal = v.object({
    ...Problem.entries,
    fields: v.optional(v.array(v.looseObject({ field: v.string(), message: v.string() })), []),
  });
  const refused = async (body: unknown) => {
    const answer = await put('avery', body);
    expect(answer.status).toBe(422);
    const { fields } = await readJson(answer, Refusal);
    expect(await read('avery')).toEqual(AVERY);
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  };

  it.each([
    [{ email: 'avery' }, { email: 'Please enter a valid email address.' }],
    [{ email: `${'a'.repeat(64)}@${'b'.repeat(33)}.com` }, { email: 'Please enter a valid email address.' }],
    [{ homePhone: '5550131' }, { homePhone: 'Invalid phone number.' }],
    [{ mobilePhone: '' }, { mobilePhone: 'Please enter a home phone number or a mobile phone number.' }],
    [{ street: '' }, { street: 'Please enter your street address.' }],
    [{ street: '<script>' }, { street: 'Mailing address contains invalid characters.' }],
    [{ city: '68506' }, { city: 'Please enter the city you live using letters, hyphens or spaces.' }],
    [{ state: '' }, { state: 'Please select the state or U.S. territory you live in.' }],
    [{ state: 'ON' }, { state: 'Please select the state or U.S. territory you live in.' }],
    [{ country: 'CA', zip: 'K1A 0B1' }, { state: 'Please select the state or U.S. territory you live in.' }],
    [{ zip: '6850' }, { zip: 'Please enter your 5 digit ZIP/Postal Code.' }],
    [{ zip: '' }, { zip: 'Please enter your 5 digit ZIP/Postal Code.' }],
    [{ country: '' }, { country: 'Please select the country you live in.' }],
    [{ country: 'XX', zip: '' }, { country: 'Please select the country you live in.' }],
  ])('%j is rejected: %j', async (change, said) => {
    expect(await refused({ ...AVERY, ...change })).toEqual(said);
  });

  it('reports that it was not saved', async () => {
    expect(await readJson(await put('avery', { ...AVERY, email: '' }), Problem)).toMatchObject({
      title: 'The contact information was not saved.',
      detail: 'Some of the submitted values are invalid.',
    });
  });

  it('reports all problems at once', async () => {
    expect(Object.keys(await refused({ ...AVERY, email: '', street: '', state: '' }))).toEqual([
      'email',
      'street',
      'state',
    ]);
  });

  it.each([{ ...AVERY, more: 1 }, { ...AVERY, email: null }, { ...AVERY, updatedAt: 'yesterday' }, {}, []])(
    'is malformed: %j',
    async (body) => {
      await refused(body);
    },
  );

  it('accepts a state of another country, and none if the country has none', async () => {
    const ontario = { ...AVERY, country: 'CA', state: 'ON', zip: 'K1A 0B1' };
    const { updatedAt } = await save('avery', ontario);
    await save('avery', { ...AVERY, country: 'GI', state: '', zip: '', updatedAt });
    expect(await read('avery')).toMatchObject({ country: 'GI', state: '', zip: '' });
  });
});

describe('two tabs', () => {
  it("do not overwrite each other's changes", async () => {
    const first = await save('avery', MOVED);
    const refused = await put('avery', { ...AVERY, city: 'Kearney' });
    expect(refused.status).toBe(409);
    expect(await readJson(refused, Problem)).toMatchObject({
      title: 'The contact information has changed.',
      detail: 'Another tab or device has changed it. Read it again.',
    });
    expect(await read('avery')).toEqual(first);
    await save('avery', { ...AVERY, city: 'Kearney', updatedAt: first.updatedAt });
    expect(await read('avery')).toMatchObject({ city: 'Kearney' });
    expect((await put('avery', { ...MOVED, updatedAt: first.updatedAt })).status).toBe(409);
  });

  it('succeed if one repeats a save after a lost response', async () => {
    const first = await save('avery', MOVED);
    expect(await save('avery', MOVED)).toEqual(first);
    expect(await save('avery', { ...MOVED, updatedAt: first.updatedAt })).toEqual(first);
  });

  it('at the same moment: one succeeds', async () => {
    const both = await Promise.all([put('avery', MOVED), put('avery', { ...AVERY, city: 'Kearney' })]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('get increasing timestamps even if the clock is set back', async () => {
    const first = await save('avery', MOVED);
    server.clock.set(new Date('2026-11-19T15:00:00Z'));
    const second = await save('avery', { ...AVERY, updatedAt: first.updatedAt });
    server.clock.set(NOW);
    expect(Date.parse(second.updatedAt ?? '')).toBeGreaterThan(Date.parse(first.updatedAt ?? ''));
  });

  it("get the clock's timestamps, which differ even within one millisecond", async () => {
    const { webAccountId } = await readAccount('avery');
    const scope = { ...createScope(server.opened, 'avery'), webAccountId };
    const first = await handlers['contact.save'](scope, { body: MOVED });
    const second = await handlers['contact.save'](scope, { body: { ...AVERY, updatedAt: first.updatedAt } });
    const later = { ...scope, now: new Date('2026-11-20T16:30:00Z') };
    const third = await handlers['contact.save'](later, { body: { ...MOVED, updatedAt: second.updatedAt } });
    expect([first, second, third].map(({ updatedAt }) => updatedAt)).toEqual([
      '2026-11-20T15:00:00.000Z',
      '2026-11-20T15:00:00.001Z',
      '2026-11-20T16:30:00.000Z',
    ]);
  });
});

describe('the action contact-info', () => {
  const ask = async (who: string) => {
    const { borrowerKey, webAccountId } = await readAccount(who);
    await server.opened.db
      .insert(pendingActions)
      .values({ borrowerKey, webAccountId, action: 'contact-info', position: 0 });
  };
  const left = async (who: string) =>
    (
      await readJson(
        await server.make(access.facts, { token: await server.mintToken(who) }),
        v.object({ borrowerActions: v.array(v.string()) }),
      )
    ).borrowerActions;
  const complete = async (who: string) =>
    server.make(access.completeAction, { token: await server.mintToken(who), body: { action: 'contact-info' } });

  it('is completed by saving, for the saving person only', async () => {
    await ask('avery');
    await ask('blake');
    await save('avery', MOVED);
    expect(await left('avery')).toEqual([]);
    expect(await left('blake')).toEqual(['contact-info']);
  });

  it('is completed by confirming unchanged data', async () => {
    await ask('avery');
    expect(await save('avery', AVERY)).toEqual(AVERY);
    expect(await left('avery')).toEqual([]);
  });

  it('is not completed directly or by a rejected save', async () => {
    await ask('avery');
    await complete('avery');
    await put('avery', { ...AVERY, email: '' });
    await put('avery', { ...MOVED, updatedAt: '2026-11-01T00:00:00.000Z' });
    expect(await left('avery')).toEqual(['contact-info']);
  });

  it('is completed in the same transaction as the save', async () => {
    await ask('avery');
    const { borrowerKey, webAccountId } = await readAccount('avery');
    const mine = and(eq(pendingActions.borrowerKey, borrowerKey), eq(pendingActions.webAccountId, webAccountId));
    // Marking the action as done fails within the transaction.
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { db } = server.opened;
    const transact = db.transaction.bind(db);
    vi.spyOn(db, 'transaction').mockImplementation((run, ...more) =>
      transact(
        async (transaction) => {
          vi.spyOn(transaction, 'update').mockImplementation(() => {
            throw new Error('the connection broke');
          });
          return run(transaction);
        },
        ...more,
      ),
    );
    expect((await put('avery', MOVED)).status).toBe(500);
    vi.restoreAllMocks();
    expect(await read('avery')).toEqual(AVERY);
    expect((await db.select().from(pendingActions).where(mine)).map(({ doneAt }) => doneAt)).toEqual([null]);
  });
});
