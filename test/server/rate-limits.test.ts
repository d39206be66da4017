/** Rate limits for guessing secrets: which attempts share a counter, and which events are recorded. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toPlainDate } from '#domain/calendar.ts';
import { accounts, borrowers, securityEvents } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { findBorrower } from '#server/credentials/identity.ts';
import {
  countAttempt,
  forgetAttempts,
  forgetAttemptsAbout,
  isTriedTooOften,
  takeBackAttempt,
} from '#server/rate-limits.ts';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

describe('attempts', () => {
  beforeEach(() => forgetAttempts(server.opened.db));

  it('for the same name share a counter, whatever its spelling', async () => {
    const { db } = server.opened;
    const attempt = (name: string) => countAttempt(db, { tried: 'signIn', subjects: [name] });
    for (let time = 0; time < 10; time += 1) await attempt(['avery', ' avery', 'AVERY ', 'Avery'][time % 4] ?? '');
    await expect(attempt('avery')).rejects.toMatchObject({ status: 429 });
    await attempt('averyx');
  });

  it('of different kinds have separate counters', async () => {
    const { db } = server.opened;
    for (let time = 0; time < 10; time += 1) await countAttempt(db, { tried: 'signIn', subjects: ['avery'] });
    await countAttempt(db, { tried: 'passwordChange', subjects: ['avery'] });
    await countAttempt(db, { tried: 'recognition', subjects: ['avery'] });
    await expect(countAttempt(db, { tried: 'signIn', subjects: ['avery'] })).rejects.toMatchObject({ status: 429 });
  });

  it.each(['upload', 'privacyForm'] as const)(
    'of kind %s are limited to twenty per hour and address',
    async (tried) => {
      const { db } = server.opened;
      const attempt = (address: string) => countAttempt(db, { tried, subjects: [], address });
      for (let time = 0; time < 20; time += 1) await attempt('192.0.2.11');
      await expect(attempt('192.0.2.11')).rejects.toMatchObject({ status: 429 });
      await attempt('192.0.2.12');
      await countAttempt(db, { tried: 'signIn', subjects: ['avery'], address: '192.0.2.11' });
    },
  );

  it('to be recognized are limited by person and address, so that other addresses cannot lock a borrower out', async () => {
    const { db } = server.opened;
    const attempt = (address: string) => countAttempt(db, { tried: 'recognition', subjects: ['account 1'], address });
    for (let time = 0; time < 10; time += 1) await attempt('192.0.2.11');
    await expect(attempt('192.0.2.11')).rejects.toMatchObject({ status: 429 });
    await attempt('198.51.100.7');
  });

  it('from a known browser count for that browser only', async () => {
    const { db } = server.opened;
    const attempt = (device: string) => countAttempt(db, { tried: 'signIn', subjects: ['avery'], device });
    for (let time = 0; time < 10; time += 1) await attempt('one');
    await expect(attempt('one')).rejects.toMatchObject({ status: 429 });
    await attempt('two');
    await countAttempt(db, { tried: 'signIn', subjects: ['avery'] });
  });

  it('that succeed decrement the counter of the address and reset the counters of the name', async () => {
    const { db } = server.opened;
    const attempt = (index: number) =>
      ({ tried: 'signIn', subjects: [`person ${index}`], address: '192.0.2.9' }) as const;
    for (let index = 0; index < 100; index += 1) await countAttempt(db, attempt(index));
    await takeBackAttempt(db, attempt(0));
    await countAttempt(db, attempt(0));
    await expect(countAttempt(db, attempt(100))).rejects.toMatchObject({ status: 429 });
  });

  it('beyond the limit record one event, at the first rejection', async () => {
    const { db } = server.opened;
    await db.delete(securityEvents);
    const attempt = () => countAttempt(db, { tried: 'signIn', subjects: ['avery'], address: '192.0.2.7' });
    for (let time = 0; time < 10; time += 1) await attempt();
    for (let time = 0; time < 3; time += 1) await expect(attempt()).rejects.toMatchObject({ status: 429 });
    expect(await db.select().from(securityEvents)).toEqual([
      expect.objectContaining({ kind: 'lockedOut', address: '192.0.2.7', detail: 'signIn by subject' }) as unknown,
    ]);
  });

  it('to be recognized have a long-term limit, which rejects no attempt', async () => {
    const { db } = server.opened;
    const attempt = async (tried: 'recognition' | 'signIn') => {
      // Simulates the end of each 15-minute window.
      await forgetAttemptsAbout(db, tried, 'somebody');
      await countAttempt(db, { tried, subjects: ['somebody'] });
      if (tried === 'recognition') await isTriedTooOften(db, { tried, subjects: ['somebody'] });
    };
    for (let time = 0; time < 100; time += 1) {
      await attempt('recognition');
      await attempt('signIn');
    }
    expect(await isTriedTooOften(db, { tried: 'recognition', subjects: ['somebody'] })).toBe(true);
    await attempt('recognition');
    await attempt('signIn');
  });
});

describe('recognition', () => {
  it('recognizes none of two borrowers who cannot be distinguished', async () => {
    const { db } = server.opened;
    const [avery] = (await db.select().from(borrowers).where(eq(borrowers.borrowerKey, 'avery'))).map(
      seals.borrowers.open,
    );
    const [account] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'avery'));
    const [other] = await db.select().from(accounts).where(eq(accounts.borrowerKey, 'blake'));
    const digits = account?.accountNumber.slice(1) ?? '';
    const identity = {
      accountNumber: digits,
      dateOfBirth: avery?.dateOfBirth ?? toPlainDate('1900-01-01'),
      ssnLastFour: avery?.ssnLastFour ?? '',
    };
    const isRecognized = async () => (await findBorrower(db, identity)) !== undefined;
    expect(await isRecognized()).toBe(true);
    // Adds the same person twice, with the same nine digits after a different letter.
    await db
      .update(borrowers)
      .set({ identityHash: avery?.identityHash ?? '' })
      .where(eq(borrowers.borrowerKey, 'blake'));
    await db
      .update(accounts)
      .set({ accountNumber: `Z${digits}` })
      .where(eq(accounts.accountId, other?.accountId ?? ''));
    expect(await isRecognized()).toBe(false);
  });
});
