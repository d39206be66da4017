/** Missed recertification of income (ruling 100). The stored rows must not depend on how often the server runs. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, toPlainDate as day } from '#domain/calendar.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { applications, groupTerms, inboxMessages, loanGroups, scheduledPayments } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { replayAccount } from '#server/service/portfolio/replay.ts';
import { postAllDue } from '#server/service/due-work/post-all.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, openDemo, createScope } from '#test/support/database.ts';
import { storedRecords } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';
import { handlers } from '#test/support/wire-handlers.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
}, 120_000);
afterAll(() => opened.close());

const pat = (on: string): Scope => ({
  ...createScope(opened, 'pat'),
  today: day(on),
  now: new Date(`${on}T15:00:00Z`),
});

interface Stored {
  readonly plan?: 'IBR' | 'RAP';
  /** In dollars. */
  readonly ibrCap?: number;
  readonly missedPayment?: number;
  readonly recertifyBy?: string;
}

const centsOrNull = (amount: number | undefined) => (amount === undefined ? null : dollars(amount));

/** Stores Pat, who pays $100.00 a month on the 9th for $10,000.00 at 6 % and is to recertify by `recertifyBy`. */
async function reset({ plan = 'IBR', ibrCap, missedPayment, recertifyBy = '2026-12-31' }: Stored = {}) {
  await clearBorrowers(opened.db);
  await opened.db.delete(applications).where(eq(applications.borrowerKey, 'pat'));
  const loans = [
    { principal: 6_000, rate: 6_000 },
    { principal: 4_000, rate: 6_000 },
  ];
  await storeBorrower(opened.db, { A: { plan, loans } });
  await opened.db.update(groupTerms).set({
    recertifyBy: day(recertifyBy),
    ibrCap: centsOrNull(ibrCap),
    missedPayment: centsOrNull(missedPayment),
  });
  await opened.db.update(loanGroups).set({ recertificationOn: addDays(day(recertifyBy), -30) });
}

const daily = async (to: string) => {
  for (let on = day('2026-11-24'); on <= day(to); on = addDays(on, 1)) await bringUpToDate(pat(on), on);
};
const atOnce = (to: string) => bringUpToDate(pat(to), day(to));

const letters = async () =>
  (await opened.db.select().from(inboxMessages).where(eq(inboxMessages.borrowerKey, 'pat')))
    // A new payment schedule has its own letter (ruling 91).
    .filter(({ subject }) => subject !== 'You have a new payment schedule')
    .toSorted((a, b) => (a.receivedOn < b.receivedOn ? -1 : 1))
    .map(({ receivedOn, subject }) => `${receivedOn} ${subject}`);

/** Returns the stored rows after daily runs; after one run at the end, and after a replay, they must be the same. */
async function afterBoth(
  to: string,
  given: Parameters<typeof reset>[0],
  prepare: () => Promise<unknown> = async () => undefined,
) {
  const run = async (live: (to: string) => Promise<void>) => {
    await reset(given);
    await prepare();
    await live(to);
    return { ...(await storedRecords(opened.db, 'pat')), letters: await letters() };
  };
  const [first, second] = [await run(daily), await run(atOnce)];
  expect(first).toEqual(second);
  await replayAccount(opened.db, OWN_ACCOUNT, { day: day(to), cause: 'late' });
  expect(await storedRecords(opened.db, 'pat')).toEqual({ ...first, letters: undefined });
  return first;
}

const REMINDED = '2026-12-01 Recertify your income by 12/31/2026';
const CHANGED = 'Your payment has changed to the standard amount';

describe('a missed recertification', () => {
  it('changes the payment to the permanent standard amount on the next day, and capitalizes nothing', async () => {
    const { terms, bills, entries, letters: sent } = await afterBoth('2027-02-20', {});
    expect(sent).toEqual([REMINDED, `2027-01-01 ${CHANGED}`]);
    expect(terms.slice(1)).toMatchObject([
      {
        fromDay: '2027-01-01',
        plan: 'IBR',
        cause: 'recertification',
        isPermanentStandard: true,
        recertifyBy: '2026-12-31',
      },
    ]);
    // $10,000.00 and 42 days of interest, $68.99, at 6 % in 120 payments: $111.02 for each $10,000.00.
    expect(terms.at(-1)).toMatchObject({ monthlyPayment: 111_80, loanPayments: { A01: 67_08, A02: 44_72 } });
    // The bill of January was issued on 10 December.
    expect(bills.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2026-12-09', 100_00],
      ['2027-01-09', 100_00],
      ['2027-02-09', 111_80],
      ['2027-03-09', 111_80],
    ]);
    expect(entries.filter(({ kind }) => kind === 'capitalized')).toEqual([]);
  });

  it('uses the 10-year standard amount of the day on which IBR was entered where it is known', async () => {
    const { terms } = await afterBoth('2027-01-02', { ibrCap: 150 });
    expect(terms.at(-1)).toMatchObject({ monthlyPayment: 150_00, loanPayments: { A01: 90_00, A02: 60_00 } });
  });

  it('uses the payment that the operator sets for RAP, and the letters name it', async () => {
    const { terms, letters: sent } = await afterBoth('2027-01-02', { plan: 'RAP', missedPayment: 75 });
    expect(terms.at(-1)).toMatchObject({ plan: 'RAP', monthlyPayment: 75_00, isPermanentStandard: true });
    expect(sent).toEqual([REMINDED, '2027-01-01 Your payment has changed']);
    const isReminder = and(eq(inboxMessages.borrowerKey, 'pat'), eq(inboxMessages.receivedOn, day('2026-12-01')));
    const [reminder] = await opened.db.select().from(inboxMessages).where(isReminder);
    expect(reminder?.text).toContain('group A to $75.00.');
    await reset({ plan: 'RAP' });
    await atOnce('2027-01-02');
    expect((await storedRecords(opened.db, 'pat')).terms.at(-1)).toMatchObject({ monthlyPayment: 111_80 });
  });

  it('is shown on the pages, and in the flag of the military flow', async () => {
    await reset();
    await atOnce('2027-01-15');
    const due = await handlers['payments.borrowerPayment'](pat('2027-01-15'), {});
    expect(due.borrowerAccountPayments).toMatchObject([{ amountDue: 111.8, pastDueAmt: 200 }]);
    const { repaymentRecertifications } = await handlers['military.recertifications'](pat('2027-01-15'), {});
    expect(repaymentRecertifications).toEqual([{ date: '2026-12-31', permStandFlag: 'True' }]);
  });

  it('leaves the split of a payment that is dated before it and posted after it', async () => {
    const pay = () =>
      opened.db.insert(scheduledPayments).values(
        seals.scheduledPayments.seal({
          ...OWN_ACCOUNT,
          paymentId: 'p',
          paymentDetailId: 'p',
          groupId: null,
          effectiveDate: day('2026-12-31'),
          amount: dollars(200),
          profileId: null,
          routingNumber: '114000093',
          bankAccountNumber: '778204519',
          accountTypeId: 1,
          accountHolder: 'Pat Marsh',
          paymentMethod: 'Frost Bank',
          paymentType: 'Online Payment',
          keepsDueDate: false,
          authorizedAt: NOW,
        }),
      );
    const { bills } = await afterBoth('2027-01-20', {}, pay);
    expect(bills.map(({ amount, paid }) => [amount, paid])).toEqual([
      [100_00, 100_00],
      [100_00, 100_00],
      [111_80, 0],
    ]);
  });

  it('waits for an application that was sent in time, and not for one that was sent later', async () => {
    const sentOn = async (on: string) => {
      await reset();
      await opened.db.insert(applications).values({
        borrowerKey: 'pat',
        confirmationNumber: 'I',
        kind: 'idr',
        status: 'inReview',
        receivedAt: new Date(`${on}T15:00:00Z`),
        asked: null,
      });
    };
    await sentOn('2026-12-31');
    await atOnce('2027-01-15');
    expect(await letters()).toEqual([REMINDED]);
    // An employee denies it.
    await opened.db.update(applications).set({ status: 'denied' }).where(eq(applications.borrowerKey, 'pat'));
    await atOnce('2027-01-20');
    expect(await letters()).toEqual([REMINDED, `2027-01-16 ${CHANGED}`]);
    await sentOn('2027-01-01');
    await atOnce('2027-01-20');
    expect(await letters()).toEqual([REMINDED, `2027-01-01 ${CHANGED}`]);
  });

  it('does not follow if the terms were renewed, and the next date is announced 30 days before it', async () => {
    await reset();
    await atOnce('2026-12-20');
    await opened.db.update(groupTerms).set({ recertifyBy: day('2027-12-31') });
    await atOnce('2027-11-30');
    expect(await letters()).toEqual([REMINDED]);
    await atOnce('2027-12-01');
    expect(await letters()).toEqual([REMINDED, '2027-12-01 Recertify your income by 12/31/2027']);
  });

  it('is found by the run that brings all borrowers up to date', async () => {
    await reset();
    await postAllDue(opened.db, day('2026-12-01'), pat('2026-12-01'), (key, error) =>
      expect(error, key).toBeUndefined(),
    );
    expect(await letters()).toEqual([REMINDED]);
  });
});
