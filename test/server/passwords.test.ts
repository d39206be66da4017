/** Password verification: off the main thread, with limited concurrency, and in constant time for unknown usernames. */
import { hash as bcrypt } from 'bcryptjs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oidcRecords, securityEvents, webAccounts } from '#server/db/schema/index.ts';
import { presentKeys, setKeys } from '#server/db/keys.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { getSource, toSubscriber } from '#server/http/source.ts';
import { type Attempt, countAttempt, forgetAttempts, takeBackAttempt } from '#server/rate-limits.ts';
import {
  FULL_COST,
  TEST_COST,
  hashPassword,
  isOutdatedHash,
  hasPassword,
  setHashCost,
} from '#server/credentials/password-hash.ts';
import { signIn } from '#server/credentials/people.ts';
import { paths } from '#server/paths.ts';
import { start } from '#server/start.ts';
import { openDemo, preparedFile } from '#test/support/database.ts';
import { freePort } from '#test/support/free-port.ts';

let opened: OpenedDatabase;
const tested = presentKeys();
beforeAll(async () => {
  opened = await openDemo();
}, 60_000);
afterAll(() => opened.close());
beforeEach(() => forgetAttempts(opened.db));

const readStored = async (loginName: string) =>
  (await opened.db.select().from(webAccounts).where(eq(webAccounts.loginName, loginName)))[0]?.passwordHash ?? '';

describe('a password at full cost', () => {
  beforeAll(() => setHashCost(FULL_COST));
  afterAll(() => setHashCost(TEST_COST));

  it('is hashed without blocking the main thread', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all([hashPassword('seven quiet herons'), hashPassword('eight quiet herons')]);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(20);
  });

  it('has a different hash each time, with its cost as prefix', async () => {
    const [one, other] = await Promise.all([hashPassword('seven quiet herons'), hashPassword('seven quiet herons')]);
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
    expect(other).not.toBe(one);
    expect(isOutdatedHash(one)).toBe(false);
    expect(await hasPassword('seven quiet herons', one)).toBe(true);
    expect(await hasPassword('seven quiet herons ', one)).toBe(false);
    expect(await hasPassword('seven quiet herons', undefined)).toBe(false);
  });

  it('takes the same work to reject for an unknown username and for an old hash', async () => {
    const [present, old] = [await hashPassword('seven quiet herons'), await bcrypt('seven quiet herons', 10)];
    // Measures work instead of time, and the least of interleaved rounds, because other tests run concurrently.
    const work = async (stored: string | undefined) => {
      const began = process.cpuUsage();
      await hasPassword('wrong', stored);
      return process.cpuUsage(began).user;
    };
    const works: Record<'present' | 'unknown' | 'old', number[]> = { present: [], unknown: [], old: [] };
    for (let round = 0; round < 5; round += 1) {
      works.present.push(await work(present));
      works.unknown.push(await work(undefined));
      works.old.push(await work(old));
    }
    for (const each of [works.unknown, works.old]) {
      const ratio = Math.min(...each) / Math.min(...works.present);
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.7);
    }
  });
});

describe('a password', () => {
  it('is compared completely, also beyond 72 bytes', async () => {
    const long = 'é'.repeat(60);
    const stored = await hashPassword(`${long}a`);
    expect(await hasPassword(`${long}b`, stored)).toBe(false);
    expect(await hasPassword(`${long}a`, stored)).toBe(true);
  });

  it('with an old hash is still accepted, and gets a new hash at the next log-in', async () => {
    const old = await bcrypt('demo', 4);
    await opened.db.update(webAccounts).set({ passwordHash: old }).where(eq(webAccounts.loginName, 'blake'));
    expect(await signIn(opened.db, { loginName: 'blake', password: 'Demo' })).toEqual({ outcome: 'wrong' });
    expect(await readStored('blake')).toBe(old);
    expect((await signIn(opened.db, { loginName: 'blake', password: 'demo' })).outcome).toBe('signedIn');
    expect(await readStored('blake')).toMatch(/^\$scrypt\$/);
    expect((await signIn(opened.db, { loginName: 'blake', password: 'demo' })).outcome).toBe('signedIn');
  });

  it('waits in a limited queue: beyond it, the server responds immediately with a retry time', async () => {
    const tries = Array.from({ length: 60 }, (_, index) => hasPassword(`wrong ${index}`, '$scrypt$unreadable'));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((each) => each.status === 'rejected').map((each): unknown => each.reason);
    expect(refused).toHaveLength(18);
    for (const problem of refused) {
      expect(problem).toBeInstanceOf(HttpProblem);
      expect(problem).toMatchObject({ status: 503, details: { headers: { 'retry-after': '10' } } });
    }
  });
});

describe('the cost of a hash', () => {
  afterAll(() => {
    setHashCost(TEST_COST);
    setKeys(tested);
  });

  it.each([
    ['full by default', {}, FULL_COST],
    ['reduced in test mode only', { PORTAL_TEST: '1' }, TEST_COST],
  ])('is %s', async (_, more, { log2N, r, p }) => {
    const env = { PORT: String(await freePort()), PORTAL_DEMO: '0', ...more };
    setHashCost({ log2N: 11, r: 8, p: 1 });
    const running = await start({
      env,
      database: { memory: true, prepared: await preparedFile() },
      portal: paths.public,
    });
    await running.close();
    expect(await hashPassword('seven quiet herons')).toContain(`$scrypt$ln=${log2N},r=${r},p=${p}$`);
  });
});

describe('attempts', () => {
  const times = async (count: number, attemptAt: (index: number) => Attempt) => {
    for (let index = 0; index < count; index += 1) await countAttempt(opened.db, attemptAt(index));
  };
  const about = (index: number, address: string): Attempt => ({
    tried: 'signIn',
    subjects: [`somebody ${index}`],
    address,
  });
  const tooMany = { status: 429, details: { headers: { 'retry-after': expect.stringMatching(/^[89]\d\d$/) } } };

  it('are counted by username from all addresses', async () => {
    await times(10, (index) => about(1, `192.0.2.${index}`));
    await expect(countAttempt(opened.db, about(1, '198.51.100.1'))).rejects.toMatchObject(tooMany);
    await countAttempt(opened.db, about(2, '198.51.100.1'));
  });

  it('are counted by address for all usernames', async () => {
    await times(100, (index) => about(index, '192.0.2.1'));
    await expect(countAttempt(opened.db, about(1000, '192.0.2.1'))).rejects.toMatchObject(tooMany);
    await countAttempt(opened.db, about(1000, '192.0.2.2'));
  });

  it('beyond the total limit are delayed and raise one alarm, and are not rejected', async () => {
    await opened.db.delete(securityEvents);
    await countAttempt(opened.db, about(1, '192.0.2.1'));
    await countAttempt(opened.db, about(2, '192.0.2.2'));
    await opened.db.update(oidcRecords).set({ payload: { count: 1000 } });
    await expect(countAttempt(opened.db, about(1, '192.0.2.3'))).rejects.toMatchObject(tooMany);
    await expect(countAttempt(opened.db, about(3, '192.0.2.1'))).rejects.toMatchObject(tooMany);
    const began = performance.now();
    await countAttempt(opened.db, about(1001, '198.51.100.1'));
    expect(performance.now() - began).toBeGreaterThan(990);
    const alarms = (await opened.db.select().from(securityEvents)).filter(({ kind }) => kind === 'alarm');
    expect(alarms.map(({ detail }) => detail)).toEqual(['more than 1000 attempts of signIn']);
  });

  it('that succeed do not count, so that a whole school can log in behind one address', async () => {
    for (let index = 0; index < 120; index += 1) {
      await countAttempt(opened.db, about(index, '192.0.2.1'));
      await takeBackAttempt(opened.db, about(index, '192.0.2.1'));
    }
    await countAttempt(opened.db, about(1000, '192.0.2.1'));
  });
});

describe('the source address of a request', () => {
  const request = (remoteAddress: string, forwarded?: string) => ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

  it.each([
    [
      'is the connection without proxies, which ignores a forged header',
      request('192.0.2.9', '10.0.0.1'),
      0,
      '192.0.2.9',
    ],
    ['is the address that one proxy saw', request('10.0.0.1', '203.0.113.7, 192.0.2.9'), 1, '192.0.2.9'],
    [
      'is the address that the outer of two proxies saw',
      request('10.0.0.1', '6.6.6.6, 192.0.2.9, 10.0.0.2'),
      2,
      '192.0.2.9',
    ],
    ['is the connection if the header is missing', request('10.0.0.1'), 1, '10.0.0.1'],
    ['is undefined if the header is invalid', request('10.0.0.1', 'unknown'), 1, undefined],
  ])('%s', (_, candidate, proxies, expected) => {
    expect(getSource(candidate, proxies)).toBe(expected);
  });

  it('identifies a subscriber: the /64 network of an IPv6 address', () => {
    expect(toSubscriber('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(toSubscriber('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(toSubscriber('::1')).toBe('0:0:0:0::/64');
    expect(toSubscriber('::ffff:192.0.2.9')).toBe('192.0.2.9');
  });
});
