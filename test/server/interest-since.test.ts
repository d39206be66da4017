/** The interest added since the last visit: the sum of the ledger's daily entries (ruling 94). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PlainDate, daysBetween, toPlainDate as day } from '#domain/calendar.ts';
import { centsOfMicros, interestFor } from '#domain/interest.ts';
import { ZERO } from '#domain/money.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { loanEntries, loans, paymentHistory, scheduledPayments } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { accountRepayment } from '#server/service/accounts/loan-repayment.ts';
import { interestAddedSince } from '#server/service/accounts/updates.ts';
import { postDuePayments } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, TODAY, openEmpty, createScope } from '#test/support/database.ts';
import { OWN_ACCOUNT, OWN_BANK, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openEmpty();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearBorrowers(opened.db);
});

const scopeOn = (today: PlainDate): Scope => ({
  ...createScope(opened, 'pat'),
  today,
  now: new Date(`${today}T15:00:00Z`),
});
const addedOn = (today: PlainDate) => interestAddedSince(scopeOn(today), TODAY);
const change = (values: Partial<typeof loans.$inferInsert>, loanId = 'A01') =>
  opened.db.update(loans).set(values).where(eq(loans.loanId, loanId));

/** Stores a dated entry of one of Pat's loans. */
const addEntry = (
  loanId: string,
  entry: Pick<typeof loanEntries.$inferInsert, 'kind' | 'cause' | 'onDay' | 'principal' | 'until'>,
) =>
  opened.db.insert(loanEntries).values({ ...OWN_ACCOUNT, loanId, entryId: `${entry.kind}-${entry.onDay}`, ...entry });

/** Schedules a payment of Pat's whole account. */
const pay = (effectiveDate: PlainDate, amount: number) =>
  opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: randomUUID(),
      paymentDetailId: randomUUID(),
      groupId: null,
      effectiveDate,
      amount: dollars(amount),
      profileId: 'method-1',
      ...OWN_BANK,
      keepsDueDate: false,
      authorizedAt: NOW,
    }),
  );

const END = day('2026-12-20');

/** Returns the interest on some principals in dollars, each until the day of the next one, and the last until the end. */
const computeInterest = (
  rate: number,
  ...principals: readonly (readonly [principal: number, from: PlainDate])[]
): bigint =>
  principals.reduce((sum, [principal, from], index) => {
    const until = principals[index + 1]?.[1] ?? END;
    return sum + interestFor(dollars(principal), rate, daysBetween(from, until));
  }, 0n);

describe('the interest since the last visit', () => {
  it('counts the principal of each loan: a payment beyond the amount due repays the loan with the highest rate', async () => {
    await storeBorrower(opened.db, {
      A: {
        loans: [
          { principal: 10_000, rate: 9000 },
          { principal: 10_000, rate: 1000 },
        ],
      },
    });
    const paidOn = day('2026-12-01');
    await pay(paidOn, 5_100);
    await postDuePayments(scopeOn(END));
    // $50.00 of the amount due go to each loan and the rest to the first; 11 days of interest are $27.10 and $3.01.
    const expected =
      computeInterest(9000, [10_000, TODAY], [4_977.1, paidOn]) +
      computeInterest(1000, [10_000, TODAY], [9_953.01, paidOn]);
    expect(await addedOn(END)).toBe(centsOfMicros(expected));
  });

  it('divides a payment of an earlier release by principal', async () => {
    await storeBorrower(opened.db, {
      A: {
        loans: [
          { principal: 6_000, rate: 9000 },
          { principal: 2_000, rate: 1000 },
        ],
      },
    });
    const paidOn = day('2026-12-01');
    const parts = { principal: dollars(400), interest: dollars(10), fees: ZERO };
    await opened.db.insert(paymentHistory).values({
      ...OWN_ACCOUNT,
      ...parts,
      paymentDetailId: 'earlier',
      effectiveDate: paidOn,
      amount: dollars(410),
      description: 'Online Payment',
      groups: [{ groupId: 'A', total: dollars(410), ...parts }],
    });
    expect(await addedOn(END)).toBe(
      centsOfMicros(
        computeInterest(9000, [6_300, TODAY], [6_000, paidOn]) + computeInterest(1000, [2_100, TODAY], [2_000, paidOn]),
      ),
    );
  });

  it('counts capitalized interest from its day, and not the days on which the government pays the interest', async () => {
    await storeBorrower(opened.db, {
      A: {
        loans: [
          { principal: 10_000, rate: 6000 },
          { principal: 10_100, rate: 6000 },
        ],
      },
    });
    await change({ isSubsidized: true });
    const endDate = day('2026-12-10');
    await addEntry('A01', { kind: 'subsidy', onDay: day('2026-06-10'), until: endDate });
    await addEntry('A02', { kind: 'capitalized', cause: 'pause', onDay: endDate, principal: dollars(100) });
    expect(await addedOn(END)).toBe(
      centsOfMicros(
        computeInterest(6000, [10_000, endDate]) + computeInterest(6000, [10_000, TODAY], [10_100, endDate]),
      ),
    );
  });

  it('counts no interest of a subsidized loan before repayment and in a deferment', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, rate: 6000 }] } });
    await change({ isSubsidized: true });
    await addEntry('A01', { kind: 'subsidy', onDay: day('2020-01-01'), until: day('2026-11-30') });
    expect(await addedOn(END)).toBe(centsOfMicros(computeInterest(6000, [10_000, day('2026-11-30')])));
    await addEntry('A01', { kind: 'subsidy', onDay: day('2026-12-05'), until: day('2027-01-01') });
    expect(await addedOn(END)).toBe(
      centsOfMicros(computeInterest(6000, [10_000, day('2026-11-30')], [0, day('2026-12-05')])),
    );
  });

  it('counts interest that was capitalized by a new plan from the day on which the plan took effect', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_500, rate: 6000 }] } });
    const happenedOn = day('2026-12-08');
    await addEntry('A01', { kind: 'capitalized', cause: 'leavingIbr', onDay: happenedOn, principal: dollars(500) });
    expect(await addedOn(END)).toBe(centsOfMicros(computeInterest(6000, [10_000, TODAY], [10_500, happenedOn])));
  });
});

describe('the balance at the end of each month, in the progress', () => {
  it('is the principal, and the interest that the ledger added and no payment has paid', async () => {
    await storeBorrower(opened.db, { A: { loans: [{ principal: 10_000, rate: 6000 }] } });
    const today = day('2027-02-10');
    await pay(day('2026-12-09'), 100);
    await postDuePayments(scopeOn(today));
    const { history } = await accountRepayment(scopeOn(today), { params: { accountId: OWN_ACCOUNT.accountId } });
    // $31.21 for 19 days are paid with $68.79 of principal.
    const after = 9_931.21;
    const owed = (from: string, until: string, principal: number) =>
      centsOfMicros(interestFor(dollars(principal), 6000, daysBetween(day(from), day(until))));
    expect(history).toEqual([
      { date: '2026-11-30', principal: dollars(10_000), interest: owed('2026-11-20', '2026-11-30', 10_000), fees: 0 },
      { date: '2026-12-31', principal: dollars(after), interest: owed('2026-12-09', '2026-12-31', after), fees: 0 },
      { date: '2027-01-31', principal: dollars(after), interest: owed('2026-12-09', '2027-01-31', after), fees: 0 },
      { date: '2027-02-10', principal: dollars(after), interest: owed('2026-12-09', '2027-02-10', after), fees: 0 },
    ]);
  });
});
