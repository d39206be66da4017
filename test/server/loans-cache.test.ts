/** Cached values of a borrower's loans are never older than the call that reads them. */
import { and, eq, getTableName, isNotNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { access } from '#domain/session/access/calls.ts';
import { accounts as accountCalls } from '#domain/accounts/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { toPlainDate } from '#domain/calendar.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { toCents } from '#domain/money.ts';
import {
  accounts,
  borrowers,
  contactInformation,
  loanGroups,
  loans,
  paymentHistory,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { TRIGGERS_TO_DROP } from '#server/db/distribution.ts';
import { seals } from '#server/db/seals.ts';
import { TABLES_WITH_WORK } from '#server/service/caller.ts';
import { LoansVersions, cachedPerLoansVersion, cachedWithInput } from '#server/service/loans-cache.ts';
import { NOW, TODAY, getEngine } from '#test/support/database.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  server.clock.set(NOW);
});

const List = v.object({
  federalAccounts: v.array(
    v.looseObject({
      accountId: v.string(),
      currentBalance: v.number(),
      statusDesc: v.string(),
      pastDueAmt: v.number(),
      latestPayment: v.nullable(v.object({ latestPaymentAmount: v.number(), latestPaymentDate: v.string() })),
    }),
  ),
});
const listed = async (token: string) => {
  const response = await server.make(accountCalls.list, { token });
  expect(response.status).toBe(200);
  return (await readJson(response, List)).federalAccounts;
};
const queries = () => vi.spyOn(getEngine(server.opened), 'query');

describe("the version of a borrower's loans", () => {
  const versions = async (): Promise<Map<string, string>> => {
    const { borrowerKey, loansVersion } = borrowers;
    const rows = await server.opened.db.select({ borrowerKey, loansVersion }).from(borrowers);
    return new Map(rows.map((row) => [row.borrowerKey, row.loansVersion]));
  };
  const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = await versions();
    await work();
    return [...(await versions())].flatMap(([key, version]) => (before.get(key) === version ? [] : [key])).sort();
  };
  const TABLES = { accounts, loanGroups, loans, paymentHistory };

  it.each(Object.entries(TABLES))('changes with each change of %s, for that borrower only', async (_, table) => {
    const { db } = server.opened;
    const own = eq(table.borrowerKey, 'avery');
    expect(
      await changedBy(() =>
        db
          .update(table)
          .set({ accountId: sql`account_id` })
          .where(own),
      ),
    ).toEqual(['avery']);
    const { rows } = v.parse(
      v.object({ rows: v.pipe(v.array(v.unknown()), v.minLength(1)) }),
      await db.execute(sql`select * from ${table} where borrower_key = 'avery'`),
    );
    expect(await changedBy(() => db.delete(table).where(own))).toEqual(['avery']);
    const again = sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)})`;
    expect(await changedBy(() => db.execute(again))).toEqual(['avery']);
    const everybody = [...(await versions()).keys()].sort();
    const truncated = await changedBy(async () => {
      await db.execute(sql`create temporary table aside as table ${table}`);
      await db.execute(sql`truncate ${table}`);
    });
    expect(truncated).toEqual(everybody);
    await db.execute(sql`insert into ${table} table aside`);
    await db.execute(sql`drop table aside`);
  });

  it('changes with each table in which work that is due has a day', async () => {
    const { rows } = v.parse(
      v.object({ rows: v.array(v.object({ table: v.string() })) }),
      await server.opened.db.execute(sql`
        select tgrelid::regclass::text as "table" from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where proname in ('renew_loans_version', 'renew_all_loans_versions') group by tgrelid having count(*) = 4`),
    );
    const renewing = rows.map(({ table }) => table);
    expect(renewing).toEqual(expect.arrayContaining(TABLES_WITH_WORK.map(getTableName)));
    expect([...new Set(TRIGGERS_TO_DROP.map(({ table }) => table))].sort()).toEqual(renewing.sort());
  });

  it("changes with the borrower's own row, and not without a change", async () => {
    const { db } = server.opened;
    const own = eq(borrowers.borrowerKey, 'avery');
    expect(await changedBy(() => db.update(borrowers).set({ autoDebit: true }).where(own))).toEqual(['avery']);
    await db.update(borrowers).set({ autoDebit: false }).where(own);
    expect(await changedBy(() => listed('').catch(() => undefined))).toEqual([]);
    expect(await changedBy(() => db.delete(loans).where(eq(loans.borrowerKey, 'nobody')))).toEqual([]);
  });

  it('is restored when a change is rolled back', async () => {
    const rolledBack = changedBy(() =>
      server.opened.db
        .transaction(async (transaction) => {
          await transaction.update(loans).set({ rate: 1 }).where(eq(loans.borrowerKey, 'avery'));
          transaction.rollback();
        })
        .catch(() => undefined),
    );
    expect(await rolledBack).toEqual([]);
  });
});

describe('work that is due', () => {
  it('is queried once per loans version, and processed in the call after it becomes due', async () => {
    const token = await server.mintToken('avery');
    await listed(token);
    const queried = queries();
    await listed(token);
    expect(queried).toHaveBeenCalledTimes(1);
    const { db } = server.opened;
    const own = and(eq(loanGroups.borrowerKey, 'avery'), isNotNull(loanGroups.nextBillOn));
    const [before] = await db.select().from(loanGroups).where(own).limit(1);
    await db.update(loanGroups).set({ nextBillOn: TODAY }).where(own);
    await listed(token);
    const isDue = and(own, eq(loanGroups.nextBillOn, TODAY));
    expect(before?.nextBillOn).not.toBe(TODAY);
    expect(await db.$count(loanGroups, isDue)).toBe(0);
  });
});

describe('the list of accounts', () => {
  it("shows each account's status for its own loans", async () => {
    const token = await server.mintToken('noor');
    const { db } = server.opened;
    const before = await listed(token);
    const [current, ...others] = before.filter(({ pastDueAmt }) => pastDueAmt === 0);
    if (current === undefined) throw new Error('All accounts are past due');
    const ofAccount = and(eq(loanGroups.borrowerKey, 'noor'), eq(loanGroups.accountId, current.accountId));
    const [group] = await db.select().from(loanGroups).where(ofAccount);
    await db
      .update(loanGroups)
      .set({ repaymentStarts: toPlainDate('2099-01-01') })
      .where(ofAccount);
    const after = new Map((await listed(token)).map(({ accountId, statusDesc }) => [accountId, statusDesc]));
    expect(after.get(current.accountId)).toBe('In school');
    expect(others.length).toBeGreaterThan(0);
    for (const { accountId, statusDesc } of others) expect(after.get(accountId)).toBe(statusDesc);
    await db
      .update(loanGroups)
      .set({ repaymentStarts: group?.repaymentStarts ?? null })
      .where(ofAccount);
  });
});

describe('a call about loans', () => {
  it('queries the database once while nothing has changed', async () => {
    const token = await server.mintToken('noor');
    const first = await listed(token);
    const queried = queries();
    expect(await listed(token)).toEqual(first);
    expect(queried).toHaveBeenCalledTimes(1);
    // Other calls about the same loans use the cached values.
    await server.make(payments.overview, { token });
    expect(queried).toHaveBeenCalledTimes(2);
  });

  it.each<CallSpec>([
    access.facts,
    payments.borrowerPayment,
    payments.methods,
    payments.scheduled,
    postponement.applications,
    forbearance.hardshipSummary,
  ])('queries other data again: $id', async (call) => {
    const token = await server.mintToken('noor');
    const answer = async () => (await server.make(call, { token })).text();
    const first = await answer();
    const queried = queries();
    expect(await answer()).toBe(first);
    expect(queried).toHaveBeenCalledTimes(2);
  });

  it("about amounts due depends on the caller's email address and the day's cutoff", async () => {
    const { db } = server.opened;
    const Due = v.object({ email: v.string(), effectiveDate: v.string(), totalDue: v.number() });
    const [own, payers] = [await server.mintToken('avery'), await server.mintToken('casey')];
    const due = async (token: string) => readJson(await server.make(payments.borrowerPayment, { token }), Due);
    const before = await due(own);
    expect((await due(payers)).email).not.toBe(before.email);
    expect(await due(own)).toEqual(before);
    const changed = { email: 'another@example.com', updatedAt: NOW };
    const whose = eq(contactInformation.email, before.email);
    const [cached] = await db.update(contactInformation).set(changed).where(whose).returning();
    expect(await due(own)).toEqual({ ...before, email: cached?.email });
    await db.update(contactInformation).set({ email: before.email }).where(eq(contactInformation.email, changed.email));
    server.clock.set(new Date('2026-11-20T23:00:00Z'));
    expect(await due(own)).toEqual({ ...before, effectiveDate: '2026-11-23T00:00:00.000Z' });
  });

  it('shares one computation among concurrent callers', async () => {
    const token = await server.mintToken('noor');
    await server.opened.db
      .update(loans)
      .set({ fees: toCents(0) })
      .where(eq(loans.borrowerKey, 'noor'));
    const queried = queries();
    await Promise.all([1, 2, 3].map(() => listed(token)));
    const read = queried.mock.calls.filter(([text]) => text.includes('from "loans"'));
    expect(read).toHaveLength(1);
  });

  it('sees changes made by another instance', async () => {
    const token = await server.mintToken('avery');
    const [before] = await listed(token);
    await server.opened.db
      .update(loans)
      .set({ fees: sql`${loans.fees} + 1234` })
      .where(eq(loans.loanId, sql`(select min(loan_id) from loans where account_id = ${before?.accountId})`));
    const [after] = await listed(token);
    expect(after?.currentBalance).toBeCloseTo((before?.currentBalance ?? 0) + 12.34, 2);
  });

  it('sees a payment that the call itself has posted, and so does the next call', async () => {
    const token = await server.mintToken('blake');
    const [before] = await listed(token);
    const [group] = await server.opened.db.select().from(loanGroups).where(eq(loanGroups.borrowerKey, 'blake'));
    await server.opened.db.insert(scheduledPayments).values(
      seals.scheduledPayments.seal({
        borrowerKey: 'blake',
        paymentId: 'kept-1',
        paymentDetailId: 'kept-1',
        accountId: group?.accountId ?? '',
        groupId: null,
        effectiveDate: TODAY,
        amount: toCents(4321),
        keepsDueDate: false,
        routingNumber: '011000015',
        bankAccountNumber: '123456789',
        accountTypeId: 1,
        accountHolder: 'Blake',
        paymentMethod: 'Checking',
        paymentType: 'Online Payment',
        authorizedAt: NOW,
      }),
    );
    expect(await listed(token)).toEqual([before]);
    server.clock.set(new Date('2026-12-02T15:00:00Z'));
    const [posted] = await listed(await server.mintToken('blake'));
    expect(posted?.latestPayment).toEqual({ latestPaymentAmount: 43.21, latestPaymentDate: TODAY });
    expect(await listed(token)).toEqual([posted]);
  });

  it('counts the interest of the day even without a write', async () => {
    const token = await server.mintToken('avery');
    const [before] = await listed(token);
    // Before the next payment is posted and the next bill is issued, on 30 November.
    server.clock.set(new Date('2026-11-27T15:00:00Z'));
    const [later] = await listed(token);
    expect(later?.currentBalance).toBeGreaterThan(before?.currentBalance ?? 0);
    server.clock.set(NOW);
    expect((await listed(token))[0]).toEqual(before);
  });
});

describe('the cache', () => {
  const scope = { db: {} as never, borrowerKey: 'avery', today: TODAY };
  const versions = new LoansVersions(1);

  it('is keyed by borrower, version, day and computation', async () => {
    const compute = vi.fn(() => Promise.resolve({}));
    const other = vi.fn(() => Promise.resolve({}));
    const [cached, otherCached] = [cachedPerLoansVersion(compute), cachedPerLoansVersion(other)];
    const first = await cached({ ...scope, loansVersion: versions.of('avery', '1') });
    expect(await cached({ ...scope, loansVersion: versions.of('avery', '1') })).toBe(first);
    await otherCached({ ...scope, loansVersion: versions.of('avery', '1') });
    expect([compute.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
    await cached({ ...scope, today: toPlainDate('2026-11-21'), loansVersion: versions.of('avery', '1') });
    await cached({ ...scope, loansVersion: versions.of('avery', '2') });
    await cached({ ...scope, borrowerKey: 'blake', loansVersion: versions.of('blake', '2') });
    await cached({ ...scope, loansVersion: undefined });
    await cached({ ...scope, loansVersion: undefined });
    expect(compute).toHaveBeenCalledTimes(6);
  });

  it('evicts the least recently used borrowers when its memory is full', async () => {
    const small = new LoansVersions(1);
    // About a tenth of the memory each.
    const compute = vi.fn(() => Promise.resolve({ text: 'x'.repeat(25_000) }));
    const cached = cachedPerLoansVersion(compute);
    const ask = (borrowerKey: string) => cached({ ...scope, borrowerKey, loansVersion: small.of(borrowerKey, '1') });
    for (let person = 0; person < 30; person += 1) await ask(`person ${person}`);
    expect(small.size).toBe(10);
    await ask('person 29');
    expect(compute).toHaveBeenCalledTimes(30);
    await ask('person 0');
    expect(compute).toHaveBeenCalledTimes(31);
  });

  it('contains the result for the most recent facts', async () => {
    const compute = vi.fn((_: unknown, facts: { readonly email: string }) => Promise.resolve({ ...facts }));
    const cached = cachedWithInput(compute);
    const queried = { ...scope, loansVersion: versions.of('devon', '1') };
    const first = await cached(queried, { email: 'one' });
    expect(await cached(queried, { email: 'one' })).toBe(first);
    expect(await cached(queried, { email: 'other' })).toEqual({ email: 'other' });
    expect(await cached(queried, { email: 'one' })).toEqual(first);
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it('does not contain failures', async () => {
    const cached = cachedPerLoansVersion(
      vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('there'),
    );
    const queried = { ...scope, loansVersion: versions.of('casey', '1') };
    await expect(cached(queried)).rejects.toThrow('away');
    expect(await cached(queried)).toBe('there');
  });
});
