/** Months on RAP in the stored ledger: the waived interest, and the effects of late and returned payments. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { and, eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import { centsOfMicros } from '#domain/interest.ts';
import { type Cents, ZERO, minCents, subtractCents, sumCents, toCents } from '#domain/money.ts';
import { owedOn } from '#domain/accounts/ledger.ts';
import { replay } from '#domain/accounts/replay.ts';
import { projectTimeline } from '#domain/timeline/timeline.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  bills as billRows,
  issuedDocuments,
  loanEntries,
  loanGroups,
  loans as loanRows,
  paymentHistory,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { type OpenedInsert, seals } from '#server/db/seals.ts';
import { openIssued } from '#server/service/loan-documents/issued-documents.ts';
import { readHoldings } from '#server/service/portfolio/portfolio.ts';
import { readNotCharged } from '#server/service/accounts/record/rows.ts';
import { readRecords } from '#server/service/portfolio/replay.ts';
import { interestAddedSince } from '#server/service/accounts/updates.ts';
import { hasWorkDue } from '#server/service/caller.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, openEmpty, createScope } from '#test/support/database.ts';
import { postpone, storedRecords } from '#test/support/loan-records.ts';
import { replayedState, storedState } from '#test/support/replayed.ts';
import {
  type GroupOverrides,
  OWN_ACCOUNT,
  OWN_BANK,
  clearBorrowers,
  dollars,
  storeBorrower,
} from '#test/support/round-amounts.ts';
import { handlers } from '#test/support/wire-handlers.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
}, 120_000);
afterAll(() => opened.close());
beforeEach(() => clearBorrowers(opened.db));

const pat = (on: PlainDate): Scope => ({ ...createScope(opened, 'pat'), today: on, now: new Date(`${on}T15:00:00Z`) });
const visit = (on: string) => bringUpToDate(pat(day(on)), day(on));
const daily = async (to: string) => {
  for (let on = day('2026-11-20'); on <= day(to); on = addDays(on, 1)) await visit(on);
};

/** $30,000.00 at 6 %, due on the 9th; its records begin with the month, on Monday, 9 November. Bill: $16.67. */
const LOAN: GroupOverrides = {
  plan: 'RAP',
  monthly: 16.67,
  amountDue: 16.67,
  loans: [{ principal: 30_000, rate: 6_000, since: '2026-11-09' }],
};

let authorized = NOW.getTime();
const RETURNED_FROM = { bankAccountNumber: '778209999' };

const schedule = (amount: number, on: string, more: Partial<OpenedInsert<typeof scheduledPayments>> = {}) =>
  opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: randomUUID(),
      paymentDetailId: randomUUID(),
      groupId: null,
      effectiveDate: day(on),
      amount: dollars(amount),
      profileId: null,
      ...OWN_BANK,
      keepsDueDate: false,
      authorizedAt: new Date((authorized += 1)),
      ...more,
    }),
  );

/** Returns the months that gave something: their due dates, the waived interest and the matched principal, in dollars. */
const given = async () =>
  (await opened.db.select().from(loanEntries).where(eq(loanEntries.kind, 'rapMonth')).orderBy(loanEntries.onDay))
    .filter(({ principal, interest }) => principal > 0 || interest > 0n)
    .map(({ until, interest, principal }) => [until, centsOfMicros(interest) / 100, principal / 100]);

const expectReplayed = async (on: PlainDate) =>
  expect(await replayedState(opened.db, OWN_ACCOUNT, on)).toEqual(await storedState(opened.db, OWN_ACCOUNT, on));

const loanOn = async (on: string) => {
  const [loan] = await opened.db.select().from(loanRows);
  if (loan === undefined) throw new Error('Pat has a loan');
  return owedOn({ ...loan, monthlyPayment: ZERO }, day(on));
};

describe('a month on RAP', () => {
  it('is not charged in full if its bill is paid on time, with daily visits and at once', async () => {
    const run = async (live: (to: string) => Promise<unknown>) => {
      await clearBorrowers(opened.db);
      await storeBorrower(opened.db, { A: LOAN });
      await schedule(16.67, '2026-12-09');
      await schedule(16.67, '2027-01-08');
      await live('2027-02-01');
      await expectReplayed(day('2027-02-01'));
      return storedRecords(opened.db, 'pat');
    };
    const [first, second] = [await run(daily), await run(visit)];
    expect(first).toEqual(second);
    // 30 days 147.84. January's due date is a Saturday, so its month ends on Monday, 11 January: 33 days on 29,983.33.
    expect(await given()).toEqual([
      ['2026-12-09', 131.17, 16.67],
      ['2027-01-09', 145.87, 16.67],
    ]);
    expect(await loanOn('2027-01-11')).toMatchObject({ principal: dollars(29_966.66), interest: 0 });
    // The month in which the first bill was due begins with the records.
    expect(first.entries.map(({ kind, onDay, until }) => [kind, onDay, until])).toEqual([
      ['opening', '2026-11-09', null],
      ['rapMonth', '2026-11-09', null],
      ['rapMonth', '2026-12-09', '2026-12-09'],
      ['rapMonth', '2027-01-11', '2027-01-09'],
    ]);
    expect(first.groups).toMatchObject([{ rapMonth: { dueDate: '2027-02-09' }, rapMonthOn: '2027-02-11' }]);
  });

  it.each([
    ['late', () => schedule(16.67, '2026-12-10')],
    ['in part', () => schedule(16.66, '2026-12-09')],
    ['not at all', () => Promise.resolve()],
  ])('is charged if its bill is paid %s', async (_, pay) => {
    await storeBorrower(opened.db, { A: LOAN });
    await pay();
    await visit('2027-01-05');
    expect(await given()).toEqual([]);
    await expectReplayed(day('2027-01-05'));
  });

  it('ends by itself, also if nothing else is due on that day', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    // On 10 December, the bill is issued; the payments of the due date post on 11 December.
    await visit('2026-12-10');
    const on = day('2026-12-11');
    expect(await hasWorkDue(opened.db, 'pat', on)).toBe(true);
    await postAllDue(opened.db, on, pat(on), (_, error) => {
      throw error;
    });
    expect(await hasWorkDue(opened.db, 'pat', on)).toBe(false);
    expect(await opened.db.select({ on: loanGroups.rapMonthOn }).from(loanGroups)).toEqual([{ on: '2027-01-13' }]);
  });

  it('counts a payment that is posted late and dated in time', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    await visit('2026-12-20');
    expect(await given()).toEqual([]);
    await schedule(16.67, '2026-12-09');
    await visit('2026-12-21');
    expect(await given()).toEqual([['2026-12-09', 131.17, 16.67]]);
    await expectReplayed(day('2026-12-21'));
  });

  it('is charged again if its payment is returned, and the months after it follow', async () => {
    const twin = async (pay: () => Promise<unknown>) => {
      await clearBorrowers(opened.db);
      await storeBorrower(opened.db, { A: LOAN });
      await pay();
      await schedule(33.34, '2026-12-28');
      await schedule(16.67, '2027-01-08');
      await visit('2027-01-20');
      await expectReplayed(day('2027-01-20'));
      return { months: await given(), owed: await loanOn('2027-01-20') };
    };
    const returned = await twin(async () => {
      await schedule(16.67, '2026-12-09', RETURNED_FROM);
      await visit('2026-12-11');
      expect(await given()).toEqual([['2026-12-09', 131.17, 16.67]]);
    });
    expect(returned).toEqual(await twin(() => Promise.resolve()));
    // The bill of January was paid by the rest of the first payment: 33.34 less 16.67.
    expect(returned.months.map(([dueDate]) => dueDate)).toEqual(['2027-01-09']);
  });

  it('is in the announced events', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    await schedule(16.67, '2026-12-07');
    await visit('2026-11-20');
    const [account] = (await readHoldings(opened.db, 'pat')).accounts;
    if (account === undefined) throw new Error('Pat has no account');
    const { groups } = projectTimeline(account.groups, account.agreements, {
      today: day('2026-11-20'),
      through: day('2026-12-11'),
    });
    await visit('2026-12-11');
    const stored = (await readHoldings(opened.db, 'pat')).accounts[0]?.groups;
    expect(groups.map(({ loans, rapMonth }) => [loans, rapMonth])).toEqual(
      stored?.map(({ loans, rapMonth }) => [loans, rapMonth]),
    );
    expect(stored).toMatchObject([{ loans: [{ principal: dollars(29_983.33) }] }]);
  });

  it('ends the last one if the match pays all that is left', async () => {
    const small = {
      ...LOAN,
      monthly: 10,
      amountDue: 10,
      loans: [{ principal: 9.98, rate: 6_000, since: '2026-11-09' }],
    };
    await storeBorrower(opened.db, { A: small });
    await schedule(10, '2026-12-09');
    await visit('2026-12-31');
    expect(await loanOn('2026-12-31')).toEqual({ principal: ZERO, interest: ZERO, fees: ZERO });
    expect(await opened.db.select({ nextDue: loanGroups.nextDue, on: loanGroups.rapMonthOn }).from(loanGroups)).toEqual(
      [{ nextDue: null, on: null }],
    );
  });
});

describe('an upgrade', () => {
  const UPDATE = readFileSync(new URL('../../server/db/migrations/0040_rap-months.sql', import.meta.url), 'utf8')
    .split('--> statement-breakpoint')
    .at(-1);

  it('begins with the month of the open bill, and invents no earlier one', async () => {
    const loans = [{ principal: 30_000, rate: 6_000, since: '2026-08-10' }];
    await storeBorrower(opened.db, { A: { ...LOAN, loans }, B: { ...LOAN, plan: 'IBR' } });
    await opened.db.update(loanGroups).set({ rapMonthOn: null });
    await opened.db.execute(sql.raw(UPDATE ?? ''));
    const days = await opened.db.select({ groupId: loanGroups.groupId, on: loanGroups.rapMonthOn }).from(loanGroups);
    expect(days.toSorted((a, c) => (a.groupId < c.groupId ? -1 : 1))).toEqual([
      { groupId: 'A', on: '2026-07-01' },
      { groupId: 'B', on: null },
    ]);
    await schedule(16.67, '2026-12-09', { groupId: 'A' });
    await visit('2026-12-11');
    expect(await given()).toEqual([['2026-12-09', 131.17, 16.67]]);
    // 91 days before 9 November stay owed: 448.46.
    const [loan] = await opened.db.select().from(loanRows).where(eq(loanRows.groupId, 'A'));
    expect(loan).toMatchObject({ principal: dollars(29_983.33) });
    expect(centsOfMicros(loan?.accruedInterest ?? 0n)).toBe(dollars(448.46));
  });
});

describe('waived interest', () => {
  /** The rows of a statement's other changes. */
  const readChanges = async (issuedOn: string) => {
    const d = issuedDocuments;
    const [row] = await opened.db
      .select()
      .from(d)
      .where(and(eq(d.kind, 'statement'), eq(d.issuedOn, day(issuedOn))));
    if (row === undefined) throw new Error(`No statement of ${issuedOn}`);
    const blocks = openIssued(row).content;
    return blocks.flatMap((block) => (block.kind === 'table' && block.caption === 'Other changes' ? block.rows : []));
  };

  it('appears on the next statement, as does interest that is charged after all', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    await schedule(16.67, '2026-12-09', RETURNED_FROM);
    await visit('2027-02-15');
    const [posted, again] = [await readChanges('2026-12-10'), await readChanges('2027-01-10')];
    expect(posted).toEqual([]);
    expect(again).toEqual([
      ['12/11/2026', "Interest you aren't charged on the Repayment Assistance Plan (RAP)", '$131.17'],
      ['12/11/2026', 'Principal the government paid on the Repayment Assistance Plan (RAP)', '$16.67'],
      ['12/16/2026', 'Interest charged after all, because a payment changed', '$131.17'],
      ['12/16/2026', "Principal the government doesn't pay after all, because a payment changed", '$16.67'],
    ]);
  });

  it('is no paid interest, and not added since the last visit', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    await schedule(16.67, '2026-12-09');
    await visit('2026-12-20');
    const rows = await opened.db.select({ interest: paymentHistory.interest }).from(paymentHistory);
    expect(rows).toEqual([{ interest: dollars(16.67) }]);
    // 30 days 147.84 and 11 days 54.18, less 131.17. From the due date on, nothing was waived.
    expect(await interestAddedSince(pat(day('2026-12-20')), day('2026-11-09'))).toBe(dollars(70.85));
    expect(await interestAddedSince(pat(day('2026-12-20')), day('2026-12-09'))).toBe(dollars(54.18));
    expect(await interestAddedSince(pat(day('2026-12-20')), day('2026-12-08'))).toBe(ZERO);
  });

  it('is in quotes, and in the projected repayment that the browser gets', async () => {
    await storeBorrower(opened.db, { A: LOAN });
    await schedule(16.67, '2026-11-24');
    await visit('2026-12-01');
    const { quote } = await handlers['payoff.quote'](pat(day('2026-12-01')), { query: { date: day('2026-12-14') } });
    // On 9 December 29,983.33 and no interest; 5 days 24.63.
    expect(quote).toMatchObject({ principal: 29_983.33, interest: 24.63 });
    const { groups } = await handlers['loans.repayment'](pat(day('2026-12-01')), {
      params: { accountId: 'account-1' },
    });
    expect(groups).toMatchObject([
      { rapMonth: { dueDate: '2026-12-09', inTime: 16.67, late: 0, unpaidBefore: { A01: '0' } } },
    ]);
    await visit('2026-12-11');
    const later = await handlers['loans.repayment'](pat(day('2026-12-11')), { params: { accountId: 'account-1' } });
    expect(later.notCharged).toEqual({ interest: 131.17, principal: 16.67 });
    const rows = [];
    for await (const row of readNotCharged({ db: opened.db, borrowerKey: 'pat' })) rows.push(row);
    expect(rows).toMatchObject([
      { loanNumber: 'A01', dueDate: '2026-12-09', date: '2026-12-09', waivedInterest: 131.17, principalPaid: 16.67 },
    ]);
  });
});

const part = fc.constantFrom('full', 'full', 'full', 'late', 'part', 'none', 'returned', 'early', 'more');
const histories = fc.record({
  dueDays: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 2 }),
  monthly: fc.constantFrom(10, 16.67, 120, 300),
  loans: fc.array(fc.record({ principal: fc.constantFrom(40, 900, 30_000), rate: fc.constantFrom(0, 3_500, 6_800) }), {
    minLength: 1,
    maxLength: 3,
  }),
  months: fc.array(part, { minLength: 3, maxLength: 5 }),
  pause: fc.option(fc.record({ after: fc.integer({ min: 20, max: 70 }), days: fc.integer({ min: 5, max: 60 }) })),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

/** Each bill of two groups is paid in full and on time. */
const ON_TIME: [History] = [
  {
    dueDays: [9, 20],
    monthly: 16.67,
    loans: [{ principal: 30_000, rate: 6_800 }],
    months: ['full', 'full', 'full', 'early', 'full'],
    pause: null,
  },
];

describe('random histories', () => {
  it('replay to the stored records, explain the balance, and lower principal in each month paid on time', async () => {
    let months = 0;
    await fc.assert(
      fc.asyncProperty(histories, async ({ dueDays, monthly, loans, months: paid, pause }) => {
        await clearBorrowers(opened.db);
        const groups = dueDays.map((dueDay, index): [string, GroupOverrides] => [
          'AB'.charAt(index),
          {
            plan: 'RAP',
            monthly,
            amountDue: monthly,
            dueDate: `2026-12-${String(dueDay).padStart(2, '0')}`,
            loans: loans.map((loan) => ({ ...loan, since: '2026-11-20' })),
          },
        ]);
        await storeBorrower(opened.db, Object.fromEntries(groups));
        for (const [index, how] of paid.entries()) {
          const month = `${index === 0 ? 2026 : 2027}-${String(index === 0 ? 12 : index).padStart(2, '0')}`;
          for (const [groupId, { dueDate }] of groups) {
            const due = day(`${month}-${String(dueDate).slice(-2)}`);
            const on = how === 'late' ? addDays(due, 3) : how === 'early' ? addDays(due, -9) : due;
            const amount = how === 'part' ? monthly / 2 : how === 'more' ? monthly * 2.5 : monthly;
            if (how !== 'none') await schedule(amount, on, { groupId, ...(how === 'returned' && RETURNED_FROM) });
          }
        }
        for (const on of ['2026-12-20', '2027-02-11', '2027-06-01']) {
          await visit(on);
          if (pause !== null && on === '2026-12-20') {
            const start = addDays(day(on), pause.after);
            await postpone(opened.db, 'pat', {
              start,
              end: addDays(start, pause.days),
              grantedOn: addDays(day(on), 1),
            });
          }
          await expectReplayed(day(on));
        }
        // The sum of the entries and the payments explains the principal.
        const entries = await opened.db.select().from(loanEntries);
        const history = await opened.db.select().from(paymentHistory);
        const stored = history.filter(({ closedAt }) => closedAt === null);
        for (const [groupId] of groups) {
          const own = await opened.db.select().from(loanRows).where(eq(loanRows.groupId, groupId));
          const ids = new Set(own.map(({ loanId }) => loanId));
          const sum = (kind: string): Cents =>
            sumCents(
              entries.filter((each) => each.kind === kind && ids.has(each.loanId)).map((each) => each.principal),
            );
          const repaid = sumCents(
            stored.flatMap((row) =>
              row.groups.filter((each) => each.groupId === groupId).map((each) => each.principal),
            ),
          );
          const left = sumCents(own.map(({ principal }) => principal));
          const added = sumCents([sum('opening'), sum('refundOwed')]);
          expect(left).toBe(subtractCents(added, sumCents([sum('rapMonth'), repaid])));
          expect(own.every(({ principal, accruedInterest }) => principal >= 0 && accruedInterest >= 0n)).toBe(true);
          months += await fallsEachMonth(groupId, ids);
        }
      }),
      { numRuns: 12, examples: [ON_TIME] },
    );
    // The example has two groups with four such months each. How many the random histories have depends on the seed.
    expect(months).toBeGreaterThanOrEqual(8);
  }, 240_000);
});

/** Checks the months of a group that were paid in full and on time. Returns how many there were. */
async function fallsEachMonth(groupId: string, ids: ReadonlySet<string>): Promise<number> {
  const e = loanEntries;
  const ends = (await opened.db.select().from(e).where(eq(e.kind, 'rapMonth')).orderBy(e.onDay)).filter(({ loanId }) =>
    ids.has(loanId),
  );
  const days = [...new Set(ends.map(({ onDay }) => onDay))];
  const records = await readRecords(opened.db, OWN_ACCOUNT, day('2027-06-01'));
  const groupIndex = records.groups.findIndex(({ group }) => group.groupId === groupId);
  const history = (await opened.db.select().from(paymentHistory)).filter(({ closedAt }) => closedAt === null);
  let months = 0;
  for (const [index, end] of days.entries()) {
    const from = days[index - 1];
    const dueDate = ends.find(({ onDay }) => onDay === end)?.until;
    const isAfterPause = records.groups[groupIndex]?.pauses.some(
      (pause) => from !== undefined && from < pause.end && pause.end <= end,
    );
    if (from === undefined || dueDate == null || isAfterPause === true) continue;
    const [bill] = await opened.db
      .select()
      .from(billRows)
      .where(and(eq(billRows.groupId, groupId), eq(billRows.dueDate, dueDate)));
    const parts = history.flatMap((row) =>
      row.effectiveDate > dueDate
        ? []
        : row.groups
            .filter((each) => each.groupId === groupId)
            .flatMap((each) => each.bills?.filter((paid) => paid.dueDate === dueDate) ?? []),
    );
    const inTime = sumCents(parts.map(({ amount }) => amount));
    if (bill === undefined || bill.cancelledOn !== null || bill.isAhead || inTime < bill.amount || bill.amount === 0)
      continue;
    const repaid = sumCents(
      history.flatMap((row) =>
        row.effectiveDate > from && row.effectiveDate <= end
          ? row.groups.filter((each) => each.groupId === groupId).map((each) => each.principal)
          : [],
      ),
    );
    const matched = sumCents(ends.filter(({ onDay }) => onDay === end).map(({ principal }) => principal));
    const state = replay(records).groups[groupIndex];
    const left = sumCents(state?.loans.map(({ principal }) => principal) ?? []);
    if (left > 0) expect(repaid + matched).toBeGreaterThanOrEqual(minCents(toCents(5_000), bill.amount));
    months += 1;
  }
  return months;
}
