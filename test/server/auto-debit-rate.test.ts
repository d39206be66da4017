/** The lower rate of auto debit on the stored loans (ruling 101), and the end of auto debit with the account (ruling 95). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, like, not } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerGroups } from '#domain/timeline/progress.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import { changeKinds } from '#domain/payments/auto-debit/messages.ts';
import { repaymentEntered } from '#domain/repayment-start.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  accounts,
  applicationEvents,
  applications,
  autoDebitChanges,
  autoDebits,
  borrowers,
  inboxMessages,
  loanGroups,
  loanPostponements,
  loans,
  notices,
  paperlessEnrollments,
  paymentHistory,
  paymentMethods,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { resetDemoData } from '#server/demo/load.ts';
import { readSettingChanges } from '#server/service/accounts/record/rows.ts';
import { readSnapshot } from '#server/service/accounts/record/snapshot.ts';
import { groupsAtAutoDebitRates } from '#server/service/payments/auto-debit-state.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import { readPlanLoans } from '#server/service/portfolio/plan-loans.ts';
import type { Scope } from '#server/service/scope.ts';
import { ROLE_IDS, TODAY, copyPeople, openNew, createScope } from '#test/support/database.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import { replayedState, storedState } from '#test/support/replayed.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openNew();
}, 120_000);
afterAll(() => opened.close());

const pat = (on: string): Scope => ({
  ...createScope(opened, 'pat'),
  today: day(on),
  now: new Date(`${on}T15:00:00Z`),
});

/** Stores Pat, whose loan of $36,525.00 accrues $5.00 a day at 5 %. $100.00 are due on Wednesday, 9 December. */
async function reset(rate = 5_000, principal = 36_525): Promise<void> {
  await clearBorrowers(opened.db);
  for (const table of [applications, applicationEvents, loanPostponements, notices, paperlessEnrollments]) {
    await opened.db.delete(table);
  }
  await storeBorrower(opened.db, { A: { loans: [{ principal, rate }] } });
}
beforeEach(() => reset());

const until = (to: string) => bringUpToDate(pat(to), day(to));
async function daily(from: string, to: string): Promise<void> {
  for (let on = day(from); on <= day(to); on = addDays(on, 1)) await until(on);
}

/** Changes auto debit as the portal does, after the borrower was brought up to date. */
async function change(on: string, kind: 'enroll' | 'stop'): Promise<void> {
  await until(on);
  const { accountId } = OWN_ACCOUNT;
  const body =
    kind === 'stop'
      ? ({ change: 'stop', accountId } as const)
      : ({ change: 'enroll', accountId, profileId: 'method-1', extraAmount: dollars(0), terms: true } as const);
  const idempotencyKey = randomUUID();
  expect(await handlers['autoDebit.change'](pat(on), { idempotencyKey, body })).toEqual({ result: true });
}

/** Gives Pat's bank account another number, which decides how the bank treats its drafts. */
async function changeNumber(accountNumber: string): Promise<void> {
  const [row] = await opened.db.select().from(paymentMethods);
  if (row === undefined) throw new Error('Pat has a method');
  await opened.db.delete(paymentMethods);
  await opened.db
    .insert(paymentMethods)
    .values(seals.paymentMethods.seal({ ...seals.paymentMethods.open(row), accountNumber }));
}
const RETURNED = '47119999';
const REFUSED = '47118888';

/** Schedules a payment by hand. The bank returns payments from account numbers that end in 9999. */
const pay = (on: string, amount: number, bankAccountNumber = '778204519') =>
  opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: `payment-${on}`,
      paymentDetailId: `detail-${on}`,
      groupId: null,
      effectiveDate: day(on),
      amount: dollars(amount),
      profileId: null,
      routingNumber: '114000093',
      bankAccountNumber,
      accountTypeId: 1,
      accountHolder: 'Pat Marsh',
      paymentMethod: 'Frost Bank',
      paymentType: 'Online Payment',
      keepsDueDate: false,
      authorizedAt: new Date(`${on}T12:00:00Z`),
    }),
  );

/** Stores an application for the limit for active duty, whose start is decided on 10 December. */
const scra = (startDate: string, endDate: string) =>
  opened.db.insert(applications).values(
    seals.applications.seal({
      borrowerKey: 'pat',
      confirmationNumber: 'SCRA',
      kind: 'militaryBenefits',
      status: 'inReview',
      receivedAt: new Date('2026-12-03T15:00:00Z'),
      reviewStartedAt: new Date('2026-12-03T15:00:00Z'),
      startDate: day(startDate),
      endDate: day(endDate),
      asked: {
        kind: 'militaryBenefits',
        operation: null,
        benefits: ['scra'],
        canSendOrders: null,
        nationalGuard: null,
        performingService: null,
        endDate: day(endDate),
      },
      nextStepOn: day('2026-12-03'),
    }),
  );

const rates = async () =>
  (await opened.db.select().from(loans)).flatMap(({ reducedRates }) =>
    reducedRates.map(({ benefit, from, until: end, rate }) => [benefit, from, end, rate]),
  );
const owed = async (on: string) => {
  const [account] = (await handlers['payments.borrowerPayment'](pat(on), {})).borrowerAccountPayments;
  return account?.accruedInterest;
};
/** Returns the balances, bills and the division of payments, which must not depend on how often the server runs. */
async function stored(on = '2027-02-20') {
  const state = await storedState(opened.db, OWN_ACCOUNT, day(on));
  expect(await replayedState(opened.db, OWN_ACCOUNT, day(on))).toEqual(state);
  const history = await opened.db
    .select()
    .from(paymentHistory)
    .orderBy(paymentHistory.effectiveDate, paymentHistory.amount);
  return {
    groups: state.groups,
    history: history
      .filter(({ description }) => description !== 'Returned')
      .map(({ effectiveDate, amount, principal, interest }) => ({ effectiveDate, amount, principal, interest })),
  };
}
const read = async (on: string) => {
  const [account] = (await handlers['autoDebit.read'](pat(on), {})).accounts;
  if (account === undefined) throw new Error('Pat has no account');
  return account;
};

describe('the lower rate begins', () => {
  it('on the day of the first draft, when it is posted', async () => {
    await change('2026-11-20', 'enroll');
    await until('2026-12-10');
    expect(await rates()).toEqual([]);
    expect(await read('2026-12-10')).toMatchObject({ reducedSince: null, monthlyReduction: 7.61 });
    await until('2026-12-11');
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', null, 4_750]]);
    // 36,520 x 0.25 % / 12.
    expect(await read('2026-12-11')).toMatchObject({ reducedSince: '2026-12-09', monthlyReduction: 7.61 });
    // 19 days at $5.00 until the draft. Then $36,520.00 accrue 36,520 x 4.75 % / 365.25 x 10 = $47.49 in 10 days.
    expect((await stored()).history).toEqual([
      { effectiveDate: '2026-12-09', amount: 10_000, principal: 500, interest: 9_500 },
    ]);
    expect(await owed('2026-12-19')).toBe(47.49);
  });

  it('not with a payment by hand, and not with a draft that the bank refuses', async () => {
    await changeNumber(REFUSED);
    await change('2026-11-20', 'enroll');
    await pay('2026-12-01', 20);
    await until('2026-12-10');
    expect(await rates()).toEqual([]);
  });

  it('for enrollments by September 2026 with the higher reduction, which ends in June 2028', async () => {
    await change('2026-09-30', 'enroll');
    await until('2026-12-11');
    expect(await rates()).toEqual([
      ['autoDebit', '2026-12-09', null, 4_750],
      ['autoDebit', '2026-12-09', '2028-07-01', 4_000],
    ]);
  });

  it('on Direct Loans only', async () => {
    await opened.db.update(accounts).set({ loanType: 'FFELP' });
    await opened.db.update(loanGroups).set({ loanType: 'Federal Stafford' });
    await change('2026-11-20', 'enroll');
    await until('2026-12-11');
    expect(await rates()).toEqual([]);
    expect(await read('2026-12-11')).toMatchObject({ reducedSince: null, monthlyReduction: 0 });
  });

  it('after a conversion of an older database with the first draft since then', async () => {
    await change('2026-11-20', 'enroll');
    await opened.db.update(accounts).set({ recordsSince: day('2026-12-20') });
    await until('2026-12-31');
    expect(await rates()).toEqual([]);
    await until('2027-01-13');
    // 9 January is a Saturday.
    expect(await rates()).toEqual([['autoDebit', '2027-01-11', null, 4_750]]);
  });
});

describe('the lower rate ends', () => {
  it('on the day of a stop, also if a draft under way is still made', async () => {
    await change('2026-11-20', 'enroll');
    await change('2027-01-07', 'stop');
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2027-01-07', 4_750]]);
    await until('2027-01-20');
    // The draft of 11 January posts, and auto debit stays off.
    expect((await stored()).history).toHaveLength(2);
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2027-01-07', 4_750]]);
    expect(await read('2027-01-20')).toMatchObject({ status: 'off', reducedSince: null });
  });

  it('before it begins, if auto debit stops before the first draft posts', async () => {
    await change('2026-11-20', 'enroll');
    await change('2026-12-08', 'stop');
    await until('2026-12-31');
    expect((await stored()).history).toHaveLength(1);
    expect(await rates()).toEqual([]);
  });

  it('and begins again with the first draft after the next enrollment', async () => {
    await change('2026-11-20', 'enroll');
    await change('2026-12-21', 'stop');
    await change('2027-01-20', 'enroll');
    await until('2027-03-01');
    expect(await rates()).toEqual([
      ['autoDebit', '2026-12-09', '2026-12-21', 4_750],
      ['autoDebit', '2027-02-09', null, 4_750],
    ]);
  });

  it('with the suspension after a draft was refused twice', async () => {
    await change('2026-11-20', 'enroll');
    await until('2026-12-20');
    await changeNumber(REFUSED);
    await until('2027-01-31');
    // Refused on 11 January, and again on the second banking day after it.
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2027-01-13', 4_750]]);
    expect(await read('2027-01-31')).toMatchObject({ status: 'suspended', reducedSince: null });
  });
});

describe('a draft that the bank returns', () => {
  it('takes the rate with it if it was the first: the balance is as if nothing had been drawn', async () => {
    await pay('2026-12-15', 60);
    await until('2027-01-31');
    const never = await stored();
    await reset();
    await changeNumber(RETURNED);
    await change('2026-11-20', 'enroll');
    await pay('2026-12-15', 60);
    await until('2026-12-15');
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', null, 4_750]]);
    // Returned on the third banking day after 11 December.
    await until('2026-12-16');
    expect(await rates()).toEqual([]);
    await until('2027-01-31');
    expect(await stored()).toEqual(never);
  });

  it('takes the rate with it also if auto debit was stopped before the return', async () => {
    await changeNumber(RETURNED);
    await change('2026-11-20', 'enroll');
    await change('2026-12-14', 'stop');
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2026-12-14', 4_750]]);
    await until('2026-12-31');
    expect(await rates()).toEqual([]);
    // $5.00 a day since 20 November, as without auto debit.
    expect(await owed('2026-12-31')).toBe(205);
    await stored();
  });

  it('ends the rate on the day of the return if it was a later one', async () => {
    const first = async () => {
      await reset();
      await change('2026-11-20', 'enroll');
      await until('2026-12-20');
      await changeNumber(RETURNED);
      await pay('2027-01-15', 60);
    };
    await first();
    // Posted on 13 January, returned on the 19th: the 18th is a holiday.
    await daily('2026-12-21', '2027-02-20');
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2027-01-19', 4_750]]);
    const steps = await stored();
    await first();
    await until('2027-02-20');
    expect(await stored()).toEqual(steps);
  });
});

it.each([
  ['payments by hand', async () => Promise.all([pay('2026-12-11', 400), pay('2027-01-04', 90)])],
  ['a payment that is returned', async () => Promise.all([pay('2026-12-07', 900, RETURNED), pay('2026-12-14', 45)])],
  ['drafts that are returned', async () => Promise.all([changeNumber(RETURNED), pay('2026-12-18', 45)])],
  ['a benefit that begins before the first draft is posted', async () => scra('2026-12-10', '2027-12-15')],
  ['drafts that are refused', async () => Promise.all([changeNumber(REFUSED), pay('2026-12-10', 30)])],
])('charges the same interest daily and in one step: %s', async (_, prepare) => {
  const start = async () => {
    await reset(6_800);
    await change('2026-11-20', 'enroll');
    await prepare();
  };
  await start();
  await daily('2026-11-21', '2027-02-20');
  const steps = { ...(await stored()), rates: await rates() };
  await start();
  await until('2027-02-20');
  expect({ ...(await stored()), rates: await rates() }).toEqual(steps);
});

describe('the limit for active duty (SCRA)', () => {
  it('and auto debit are not added up: the lowest rate of a day counts, also after a return', async () => {
    const start = async () => {
      await reset(6_800);
      await change('2026-11-20', 'enroll');
      await scra('2026-12-15', '2027-12-15');
    };
    await start();
    await until('2027-01-20');
    const entries = new Set([
      ['scra', '2026-12-15', '2027-12-16', 6_000],
      ['autoDebit', '2026-12-09', null, 6_550],
    ]);
    expect(new Set(await rates())).toEqual(entries);
    const [account] = (await handlers['payments.borrowerPayment'](pat('2027-01-20'), {})).borrowerAccountPayments;
    expect(account?.adjustedInterestRate).toBe(6);
    // Auto debit lowers nothing below the limit.
    expect(await read('2027-01-20')).toMatchObject({ monthlyReduction: 0 });
    const without = await stored();
    // Posted on 10 December and returned on the 15th: the first draft posts and the benefit begins in between.
    await start();
    await pay('2026-12-08', 500, RETURNED);
    await until('2027-01-20');
    expect(await stored()).toEqual(without);
    expect(new Set(await rates())).toEqual(entries);
  });
});

it('is the rate of every page, and of the projection', async () => {
  await change('2026-11-20', 'enroll');
  await until('2026-12-19');
  const on = pat('2026-12-19');
  const { account, rates: sent } = await handlers['loans.onlySummary'](on, {});
  expect(account?.groups).toMatchObject([{ interestRate: 4.75, loans: [{ interestRate: 4.75 }] }]);
  expect(account?.groups[0]?.loans[0]?.incentives).toMatchObject([{ awardedAmount: '0.25%' }]);
  expect(sent?.edServicerLoans).toMatchObject([{ interestRate: 4.75, regulatoryInterestRate: 5 }]);
  expect((await handlers['payments.borrowerPayment'](on, {})).borrowerAccountPayments).toMatchObject([
    { adjustedInterestRate: 4.75, accruedInterest: 47.49 },
  ]);
  expect(await handlers['payoff.quote'](on, { query: { date: day('2026-12-19') } })).toMatchObject({
    quote: { interest: 47.49, interestPerDay: 4.75, total: 36_567.49 },
  });
  expect((await readPlanLoans(on)).loans).toMatchObject([{ rate: 4_750 }]);
  const snapshot = await readSnapshot(on);
  expect(snapshot.accounts).toMatchObject([{ groups: [{ loans: [{ interestRate: 4.75 }] }] }]);
  const { accountId } = OWN_ACCOUNT;
  const facts = v.parse(RepaymentData, await handlers['loans.repayment'](on, { params: { accountId } }));
  // 31 days from 9 December to 9 January: 36,520 x 4.75 % / 365.25 x 31 = $147.23; $100.00 of it are paid.
  expect(computeRepayment(ledgerGroups(facts), day('2026-12-19')).installments[0]).toMatchObject({
    date: '2027-01-09',
    parts: { interest: 10_000, principal: 0 },
    balance: 3_656_723,
  });
});

describe('auto debit of an account that is paid in full', () => {
  const messages = async () =>
    (
      await opened.db
        .select()
        .from(inboxMessages)
        .where(and(...['statement-%', 'refunded-%'].map((id) => not(like(inboxMessages.documentId, id)))))
        .orderBy(inboxMessages.receivedOn, inboxMessages.subject)
    )
      .filter(({ subject }) => !subject.includes('tax form'))
      .map(({ receivedOn, subject }) => [receivedOn, subject]);
  const state = async () => {
    const [account] = await opened.db.select().from(accounts);
    const [borrower] = await opened.db.select().from(borrowers);
    const [progress] = await opened.db.select().from(autoDebits);
    return [account?.autoDebit, borrower?.autoDebit, progress?.actionOn];
  };
  const ENDED = ['2026-12-15', 'Auto debit has ended'];

  it('ends on the day on which the payment posts, with a letter and an email, once', async () => {
    await opened.db.insert(paperlessEnrollments).values({ borrowerKey: 'pat', enrolled: true, isEligible: true });
    await change('2026-11-20', 'enroll');
    // More than is owed. Posted on Tuesday, 15 December.
    await pay('2026-12-11', 40_000);
    await pay('2026-12-14', 10);
    await until('2026-12-14');
    expect(await state()).toEqual([true, true, '2027-01-07']);
    await until('2026-12-31');
    await until('2027-01-29');
    expect(await state()).toEqual([false, false, null]);
    expect(await messages()).toEqual([ENDED]);
    const isOther = and(
      eq(notices.kind, 'newLetter'),
      ...['%-statement-%', '%-refunded-%'].map((id) => not(like(notices.noticeId, id))),
    );
    expect(await opened.db.$count(notices, isOther)).toBe(1);
    const [, draft] = (await stored()).history;
    expect(draft).toMatchObject({ effectiveDate: '2026-12-11' });
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2026-12-15', 4_750]]);
  });

  it('says why it ended in the history of changes and in the record', async () => {
    await change('2026-11-20', 'enroll');
    await pay('2026-12-11', 40_000);
    await until('2026-12-31');
    const account = await read('2026-12-31');
    expect(account).toMatchObject({ status: 'off', next: null, underWay: null, reducedSince: null });
    expect(account.history.map(({ kind, changedOn, by }) => [changeKinds[kind], changedOn, by])).toEqual([
      ['Ended because the account is paid in full', '2026-12-15', 'servicer'],
      ['Signed up', '2026-11-20', 'borrower'],
    ]);
    const recorded = [];
    for await (const each of readSettingChanges(pat('2026-12-31'))) recorded.push(each);
    expect(recorded).toMatchObject([
      { change: 'enrolled', madeBy: 'borrower' },
      { change: 'paidInFull', madeBy: 'servicer' },
    ]);
  });

  it('ends with its own last draft', async () => {
    await reset(5_000, 60);
    await change('2026-11-20', 'enroll');
    await until('2027-01-31');
    // 60.00 and 19 days of 5 %: $0.16.
    expect((await stored()).history).toMatchObject([{ effectiveDate: '2026-12-09', amount: 6_016 }]);
    expect(await messages()).toEqual([['2026-12-11', 'Auto debit has ended']]);
  });

  it.each([
    ['daily', () => daily('2026-12-14', '2027-02-20')],
    ['at once', () => until('2027-02-20')],
  ])('does not come back when the payment is returned (%s)', async (_, run) => {
    await change('2026-11-20', 'enroll');
    await pay('2026-12-11', 40_000, RETURNED);
    await run();
    // Returned on the third banking day after 15 December.
    expect(await messages()).toEqual([ENDED, ['2026-12-18', 'Your payment was returned']]);
    expect(await state()).toEqual([false, false, null]);
    expect((await stored()).history.map(({ effectiveDate }) => effectiveDate)).toEqual(['2026-12-09']);
    expect((await read('2027-02-20')).next?.amount).toBe(100);
    expect(await rates()).toEqual([['autoDebit', '2026-12-09', '2026-12-15', 4_750]]);
  });

  it('stays on while another group of the account has a balance, and sends no notice without auto debit', async () => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, { A: { loans: [{ principal: 50 }] }, B: {} });
    await change('2026-11-20', 'enroll');
    await until('2026-12-31');
    expect(await state()).toEqual([true, true, '2027-01-07']);
    await change('2026-12-31', 'stop');
    await pay('2027-01-04', 20_000);
    await until('2027-01-31');
    expect((await opened.db.select().from(autoDebitChanges)).map(({ kind }) => kind).toSorted()).toEqual([
      'enrolled',
      'stopped',
    ]);
    expect(await messages()).toEqual([]);
  });
});

describe('the demo people with auto debit', () => {
  const PEOPLE = ['blake', 'emery', 'lane'];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-rates-'));
    await copyPeople(folder, ...PEOPLE);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => resetDemoData(opened.db, join(folder, 'data'), TODAY, ROLE_IDS));
  const readLoans = (borrowerKey: string) =>
    opened.db.select().from(loans).where(eq(loans.borrowerKey, borrowerKey)).orderBy(loans.loanId);

  it('have the rates that follow from their history', async () => {
    // Enrolled on 20 October 2024. The first due date after it is Friday, 1 November.
    expect(
      (await readLoans('blake')).map(({ reducedRates }) =>
        reducedRates.map(({ from, until: end, rate }) => [from, end, rate]),
      ),
    ).toEqual([
      [
        ['2024-11-01', null, 4_740],
        ['2026-07-01', '2028-07-01', 3_990],
      ],
      [
        ['2024-11-01', null, 5_250],
        ['2026-07-01', '2028-07-01', 4_500],
      ],
    ]);
    for (const borrowerKey of PEOPLE) {
      const before = await readLoans(borrowerKey);
      expect(before.map(({ reducedRates }) => reducedRates.length)).toEqual(before.map(() => 2));
      const accountIds = [...new Set(before.map(({ accountId }) => accountId))];
      await groupsAtAutoDebitRates({ db: opened.db, borrowerKey }, accountIds);
      expect(await readLoans(borrowerKey)).toEqual(before);
    }
  });

  it('have the state that their records give after more drafts', async () => {
    const on = day('2027-06-15');
    for (const borrowerKey of PEOPLE) {
      await bringUpToDate(createScope(opened, borrowerKey), on);
      for (const { accountId } of await readLoans(borrowerKey)) {
        const account = { borrowerKey, accountId };
        expect(await replayedState(opened.db, account, on)).toEqual(await storedState(opened.db, account, on));
      }
    }
  });

  it('paid the interest of these rates with each draft', async () => {
    const [loan] = await readLoans('emery');
    const [group] = await opened.db.select().from(loanGroups).where(eq(loanGroups.borrowerKey, 'emery'));
    const rows = await opened.db
      .select()
      .from(paymentHistory)
      .where(eq(paymentHistory.borrowerKey, 'emery'))
      .orderBy(paymentHistory.effectiveDate);
    // A subsidized loan: no interest accrues before the end of grace, and each payment covers its interest.
    const begins = loan?.reducedRates[0]?.from ?? '';
    let [owing, since]: [number, PlainDate] = [loan?.disbursed ?? 0, (group && repaymentEntered(group)) ?? TODAY];
    for (const { effectiveDate, interest, principal } of rows) {
      let accrued = 0;
      for (let on = since; on < effectiveDate; on = addDays(on, 1)) {
        const rate = on < begins ? 4_530 : on < '2026-07-01' ? 4_280 : 3_530;
        accrued += (owing * rate) / 100_000 / 365.25;
      }
      expect(interest).toBe(Math.round(accrued));
      [owing, since] = [owing - principal, effectiveDate];
    }
    expect(rows.length).toBeGreaterThan(12);
    expect(loan?.principal).toBe(owing);
  });
});
