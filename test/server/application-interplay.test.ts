/**
 * Applications together with payments that the bank returns, auto debit and scheduled payments, with round amounts. What
 * is stored must not depend on how often the server runs.
 */
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ledgerGroups } from '#domain/timeline/progress.ts';
import { computeRepayment } from '#domain/timeline/repayment.ts';
import { projectTimeline } from '#domain/timeline/timeline.ts';
import { ZERO, formatUsd, sumCents } from '#domain/money.ts';
import { type PlainDate, addDays, daysBetween, toPlainDate as day } from '#domain/calendar.ts';
import { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { EstimatesRequest } from '#domain/plans/shapes.ts';
import { nothingAnswered, termEstimatesRequest } from '#domain/repayment/term/qualification.ts';
import { noStoredAnswers } from '#domain/repayment/military/samples.ts';
import type { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import {
  applicationEvents,
  applications,
  inboxMessages,
  loanPostponements,
  paymentHistory,
  paymentMethods,
  paymentReturns,
  scheduledPayments,
} from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { readHoldings } from '#server/service/portfolio/portfolio.ts';
import { replayAccount } from '#server/service/portfolio/replay.ts';
import { kindsInProcess } from '#server/service/portfolio/applications-in-process.ts';
import { comingThrough } from '#server/service/portfolio/coming.ts';
import { portfolioIn } from '#server/service/portfolio/portfolio.ts';
import { bringUpToDate } from '#server/service/due-work/work.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import type { Scope } from '#server/service/scope.ts';
import { NOW, openDemo, createScope } from '#test/support/database.ts';
import { changeSums, groupsOnDay, storedRecords } from '#test/support/loan-records.ts';
import { OWN_ACCOUNT, clearBorrowers, dollars, storeBorrower } from '#test/support/round-amounts.ts';

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

/** Stores Pat with one group that owes $10,000.00 at 6 %. */
async function reset(): Promise<void> {
  await clearBorrowers(opened.db);
  for (const table of [applications, applicationEvents, loanPostponements]) {
    await opened.db.delete(table).where(eq(table.borrowerKey, 'pat'));
  }
  await storeBorrower(opened.db, {
    A: {
      loans: [
        { principal: 6_000, rate: 6_000 },
        { principal: 4_000, rate: 5_000 },
      ],
    },
  });
}
beforeEach(reset);

/** Stores an application of Pat that is in review; it is decided on the fifth banking day after `sentOn`. */
const apply = (confirmationNumber: string, content: ApplicationContent, sentOn: string, dates: Partial<Dates> = {}) =>
  opened.db.insert(applications).values(
    seals.applications.seal({
      borrowerKey: 'pat',
      confirmationNumber,
      kind: content.kind,
      status: 'inReview',
      receivedAt: new Date(`${sentOn}T15:00:00Z`),
      reviewStartedAt: new Date(`${sentOn}T15:00:00Z`),
      startDate: dates.startDate === undefined ? null : day(dates.startDate),
      endDate: dates.endDate === undefined ? null : day(dates.endDate),
      asked: content,
      nextStepOn: day(sentOn),
    }),
  );
interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}
const unemployment: ApplicationContent = { kind: 'unemployment', receivesBenefits: true };
const graduated: ApplicationContent = {
  kind: 'term',
  plans: [{ program: 'Direct', planType: 2 }],
  hasExternalLoans: false,
  esignDate: day('2026-11-23'),
  extraAmount: 0,
};

/** Schedules a payment of Pat. The bank returns payments from account numbers that end in 9999. */
const pay = (on: string, amount: number, bankAccountNumber = '778204519', groupId: string | null = null) =>
  opened.db.insert(scheduledPayments).values(
    seals.scheduledPayments.seal({
      ...OWN_ACCOUNT,
      paymentId: `payment-${on}`,
      paymentDetailId: `detail-${on}`,
      groupId,
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
      authorizedAt: NOW,
    }),
  );
const RETURNED_FROM = '778209999';

/** Runs on each day that matters to these tests, and every fourth day in between. */
const daily = async (to: string, from = '2026-11-24') => {
  const often = [
    ['2026-11-24', '2026-12-12'],
    ['2027-01-08', '2027-01-15'],
  ] as const;
  for (let on = day(from); on < day(to); on = addDays(on, 1)) {
    const isOften = often.some(([first, last]) => first <= on && on <= last);
    if (isOften || daysBetween(day(from), on) % 4 === 0) await bringUpToDate(pat(on), on);
  }
  await bringUpToDate(pat(to), day(to));
};
const atOnce = (to: string) => bringUpToDate(pat(to), day(to));

/** Returns Pat's stored rows, without ids that differ between runs. */
async function stored() {
  const history = await opened.db
    .select()
    .from(paymentHistory)
    .where(eq(paymentHistory.borrowerKey, 'pat'))
    .orderBy(paymentHistory.effectiveDate, paymentHistory.amount);
  const events = await opened.db
    .select()
    .from(applicationEvents)
    .where(eq(applicationEvents.borrowerKey, 'pat'))
    .orderBy(applicationEvents.happenedOn, applicationEvents.confirmationNumber, applicationEvents.event);
  return {
    ...(await storedRecords(opened.db, 'pat')),
    periods: await opened.db
      .select()
      .from(loanPostponements)
      .where(eq(loanPostponements.borrowerKey, 'pat'))
      .orderBy(loanPostponements.loanId),
    history: history
      .filter(({ description }) => description !== 'Returned')
      .map(({ effectiveDate, amount, principal, interest, refunded, groups, description }) => ({
        effectiveDate,
        amount,
        principal,
        interest,
        refunded,
        groups,
        description,
      })),
    events: events.map(({ confirmationNumber, event, happenedOn }) => `${happenedOn} ${confirmationNumber} ${event}`),
  };
}

/** Returns the stored rows after daily runs, and after one run at the end. */
async function runBoth(prepare: () => Promise<unknown>, to: string) {
  const run = async (live: (to: string) => Promise<void>) => {
    await reset();
    await prepare();
    await live(to);
    return stored();
  };
  return { daily: await run(daily), atOnce: await run(atOnce) };
}

describe('a payment that the bank returns', () => {
  /** Sent on 23 November, decided on 1 December, and paused from 23 November until 14 January. */
  const pause = () => apply('P', unemployment, '2026-11-23', { startDate: '2026-11-23', endDate: '2027-01-14' });
  const payAndPause = async () => {
    await pause();
    await pay('2027-01-11', 20);
    await pay('2027-01-12', 300);
  };

  it('leaves no trace if a pause begins or ends while it can be returned', async () => {
    await payAndPause();
    await atOnce('2027-02-20');
    const without = await stored();
    const withReturns = await runBoth(async () => {
      await payAndPause();
      // Posted on 30 November and returned on 3 December; posted on 12 January and returned on the 15th.
      await pay('2026-11-25', 1_200, RETURNED_FROM);
      await pay('2027-01-08', 2_500, RETURNED_FROM);
    }, '2027-02-20');
    expect(withReturns.daily).toEqual(withReturns.atOnce);
    // The bill of February was issued on the day before the return, with the smaller payment (ruling 87).
    const february = ({ dueDate }: { readonly dueDate: PlainDate }) => dueDate === '2027-02-09';
    expect(without.bills.find(february)?.amount).toBe(100_32);
    const bills = without.bills.map((bill) => (february(bill) ? { ...bill, amount: 100_41 } : bill));
    expect(withReturns.daily).toEqual({ ...without, bills });
    const { periods } = withReturns.daily;
    const groups = await groupsOnDay(opened.db, 'pat', day('2027-02-20'));
    expect(groups).toMatchObject([{ held: { postponedBy: 'unemployment', postponedThrough: '2027-01-13' } }]);
    expect(periods.map(({ capitalized }) => (capitalized ?? 0) > 0)).toEqual([true, true]);
  });

  it('is undone step by step as the days pass, with the pause and its bills of zero', async () => {
    await payAndPause();
    await pay('2026-11-25', 1_200, RETURNED_FROM);
    await daily('2026-12-02');
    const [posted] = (await stored()).history;
    expect(posted).toMatchObject({ amount: 120_000 });
    await daily('2026-12-03', '2026-12-03');
    expect((await stored()).history).toEqual([]);
    const due = await handlers['payments.borrowerPayment'](pat('2026-12-03'), {});
    expect(due.borrowerAccountPayments).toMatchObject([{ totalDue: 0, pastDueAmt: 0, paymentDueDate: '2027-02-09' }]);
    expect(await opened.db.$count(paymentReturns)).toBe(0);
  });

  it('leaves a plan that took effect in between, with its payment', async () => {
    const runs = await runBoth(async () => {
      await apply('T', graduated, '2026-11-23');
      await pay('2026-11-25', 1_200, RETURNED_FROM);
      await pay('2026-11-27', 30);
    }, '2027-01-20');
    expect(runs.daily).toEqual(runs.atOnce);
    const terms = runs.daily.terms.at(-1);
    expect(terms).toMatchObject({ plan: 'GRADUATED' });
    expect(Object.values(terms?.loanPayments ?? {}).reduce<number>((sum, payment) => sum + payment, 0)).toBe(
      terms?.monthlyPayment,
    );
    // The payment of 27 November paid its interest as if the returned one did not exist: $10,000.00 since 20
    // November.
    expect(runs.daily.history).toMatchObject([{ effectiveDate: '2026-11-27', amount: 3_000 }]);
  });
});

/**
 * A is past due since 9 March, so that it is in default from 4 December on. The application is decided on 30 November, and
 * the pause is to begin on 9 December, a due date.
 */
describe('a pause that would begin when loans are in default (ruling 97)', () => {
  const DATES = { startDate: '2026-12-09', endDate: '2027-06-09' };
  const pastDue = { pastDue: 900, loans: [{ principal: 10_000, rate: 8_000 }] };
  const store = async (
    content: ApplicationContent | null,
    groups: Parameters<typeof storeBorrower>[1] = { A: pastDue },
  ) => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, groups);
    if (content !== null) await apply('P', content, '2026-11-20', DATES);
    // Made before the decision, and posted between it and the first day of the pause.
    await pay('2026-12-07', 50);
  };
  const hardship: ApplicationContent = { kind: 'hardship' };
  const getStatus = async () => (await handlers['postponement.applications'](pat('2026-12-09'), {}))[0]?.status;
  const letters = async () =>
    (await opened.db.select().from(inboxMessages).where(eq(inboxMessages.documentId, 'P-inDefault-2026-12-09'))).map(
      ({ subject, text }) => [subject, text] as const,
    );

  it('does not begin: the stored records equal those without the application, and a letter gives the reason', async () => {
    await reset();
    await store(null);
    await atOnce('2027-01-20');
    const without = await stored();
    const runs = await runBoth(() => store(hardship), '2027-01-20');
    expect(runs.daily).toEqual(runs.atOnce);
    const { events, ...rest } = runs.daily;
    expect({ ...rest, events: [] }).toEqual(without);
    expect(events.map((event) => event.replace('P ', ''))).toEqual(['2026-11-30 approved', '2026-12-09 lapsed']);
    expect(await getStatus()).toBe('lapsed');
    const [[subject, text] = []] = await letters();
    expect(subject).toBe("Your Hardship Forbearance didn't begin");
    expect(text).toContain('By then, your loans were in default');
    const [account] = (await handlers['accounts.list'](pat('2027-01-20'), {})).federalAccounts;
    expect(account).toMatchObject({ statusDesc: 'In default', pauses: [] });
  });

  it('has its bills canceled until the day on which it would begin', async () => {
    await reset();
    await store(hardship);
    await atOnce('2026-12-08');
    const canceled = async () => (await stored()).bills.find(({ dueDate }) => dueDate === '2026-12-09')?.cancelledOn;
    expect([await getStatus(), await canceled()]).toEqual(['approved', '2026-11-30']);
    await atOnce('2026-12-09');
    expect([await getStatus(), await canceled()]).toEqual(['lapsed', null]);
  });

  it('is not announced, and the bills after it are', async () => {
    await reset();
    await store(hardship);
    await atOnce('2026-12-05');
    const [account] = (await portfolioIn(pat('2026-12-05'))).accounts;
    if (account === undefined) throw new Error('Pat has no account');
    const days = { today: day('2026-12-05'), through: day('2027-03-10') };
    const kinds = comingThrough(account, days).map((event) => `${event.day} ${event.kind}`);
    expect(kinds).toEqual([
      '2026-12-07 payment',
      '2026-12-09 bill',
      '2027-01-09 bill',
      '2027-02-09 bill',
      '2027-03-09 bill',
    ]);
  });

  it('begins for the other loans, and the letter names those in default', async () => {
    await reset();
    await store(hardship, { A: pastDue, B: { loans: [{ principal: 10_000, rate: 8_000 }] } });
    await atOnce('2026-12-12');
    expect(await getStatus()).toBe('inEffect');
    const { periods } = await stored();
    expect(periods.map(({ groupId, kind }) => [groupId, kind])).toEqual([['B', 'hardship']]);
    const [[subject, text] = []] = await letters();
    expect(subject).toBe("Your Hardship Forbearance doesn't cover all your loans");
    expect(text).toContain('It has begun on your other loans.');
    const groups = await groupsOnDay(opened.db, 'pat', day('2026-12-12'));
    expect(groups.map(({ due, held }) => [due.pastDue > 0, held.postponedBy])).toEqual([
      [true, null],
      [false, 'hardship'],
    ]);
  });

  it('does not begin for loans whose rate is lower for active duty, and the rate is', async () => {
    const military: ApplicationContent = {
      kind: 'military',
      operation: null,
      ...noStoredAnswers,
      endDate: day('2027-06-08'),
      benefits: ['twelveMonthDeferment', 'scra'],
    };
    await reset();
    await store(military);
    await atOnce('2026-12-12');
    expect(await getStatus()).toBe('lapsed');
    const { periods, loans } = await stored();
    expect(periods.map(({ kind }) => kind)).toEqual(['militaryBenefits']);
    expect(loans[0]?.reducedRates).toMatchObject([{ from: '2026-12-09', rate: 6_000 }]);
    expect((await letters())[0]?.[1]).toContain('You still get the lower interest');
  });
});

describe('leaving IBR', () => {
  it('adds the interest that a payment dated before it has left, also if the payment is posted after it', async () => {
    const runs = await runBoth(async () => {
      await clearBorrowers(opened.db);
      // Of $10,000.00 at 6 %, 200 days of interest until the change on 1 December are $328.54.
      await storeBorrower(opened.db, {
        A: { plan: 'IBR', loans: [{ principal: 10_000, rate: 6_000, since: '2026-05-15' }] },
      });
      await apply('T', graduated, '2026-11-23');
      await pay('2026-11-30', 200);
    }, '2026-12-04');
    expect(runs.daily).toEqual(runs.atOnce);
    const { history, entries, loans } = runs.daily;
    expect(history).toMatchObject([{ amount: 200_00, interest: 200_00, principal: 0 }]);
    expect(entries.filter(({ kind }) => kind === 'capitalized')).toMatchObject([
      { onDay: '2026-12-01', principal: 128_54, cause: 'leavingIbr' },
    ]);
    expect(loans).toMatchObject([{ principal: 10_128_54 }]);
  });

  it.each([6_000, 5_635])(
    'adds the interest that was shown before the application, on the day shown, at a rate of %s',
    async (rate) => {
      await clearBorrowers(opened.db);
      const loans = [
        { principal: 10_000, rate, since: '2026-05-15' },
        { principal: 2_500, rate: 3_400, since: '2026-08-01' },
      ];
      await storeBorrower(opened.db, { A: { plan: 'IBR', loans } });
      const body = v.parse(EstimatesRequest, termEstimatesRequest(nothingAnswered));
      const { directLoans } = await handlers['plans.estimates'](pat('2026-11-23'), { body });
      const standard = directLoans?.eligibleRepaymentPlans.find(({ planName }) => planName === 'STANDARD');
      await apply('T', { ...graduated, plans: [{ program: 'Direct', planType: 1 }] }, '2026-11-23');
      await atOnce('2026-12-04');
      const added = (await stored()).entries.filter(({ kind }) => kind === 'capitalized');
      expect(added).toMatchObject([{ onDay: '2026-12-01' }, { onDay: '2026-12-01' }]);
      const interest = sumCents(added.map(({ principal }) => principal));
      // Each loan's interest is rounded on the day of sending as well.
      expect(standard?.leavingIbr?.on).toBe('2026-12-01');
      expect(Math.abs((standard?.leavingIbr?.interest ?? 0) * 100 - interest)).toBeLessThanOrEqual(added.length);
    },
  );
});

/** The pause is from 23 November until 22 May. The plan is applied for 33 days before its last day, and approved on 27 April. */
describe('a plan that is applied for before a pause ends (ruling 98)', () => {
  it.each([
    ['STANDARD', 1],
    ['GRADUATED', 2],
  ])('has the payments and dates of its approval after the pause: %s', async (plan, planType) => {
    const prepare = async () => {
      await clearBorrowers(opened.db);
      const loans = [{ principal: 40_000, rate: 6_000 }];
      await storeBorrower(opened.db, { A: { plan: 'EXTENDED_FIXED', loans } });
      await apply('U', unemployment, '2026-11-23');
      await apply('T', { ...graduated, plans: [{ program: 'Direct', planType }] }, '2027-04-20');
    };
    const runs = await runBoth(prepare, '2027-07-15');
    expect(runs.daily).toEqual(runs.atOnce);
    const { bills, terms, entries } = runs.daily;
    const [sent] = await handlers['postponement.applications'](pat('2027-07-15'), {});
    const approved = sent?.plans?.[0];
    expect(approved).toMatchObject({ plan, firstDueDate: '2027-06-09' });
    const payment = dollars(Number(approved?.payment));
    expect(
      bills.filter(({ dueDate }) => dueDate > '2027-01-01').map(({ dueDate, amount }) => [dueDate, amount]),
    ).toEqual([
      ['2027-06-09', payment],
      ['2027-07-09', payment],
      ['2027-08-09', payment],
    ]);
    const rises = terms.at(-1)?.paymentSteps?.map(({ from }) => from) ?? [];
    expect(rises.slice(0, 2)).toEqual(plan === 'GRADUATED' ? ['2027-06-09', '2029-06-09'] : []);
    expect(entries.some(({ kind, onDay }) => kind === 'capitalized' && onDay === '2027-05-23')).toBe(true);
    const [approval] = await opened.db.select().from(inboxMessages).where(eq(inboxMessages.documentId, 'T-approved'));
    expect(approval?.text).toContain(`Your payment is ${formatUsd(payment)} a month, first due on 06/09/2027.`);
    // A replay gives the expected results.
    await replayAccount(opened.db, OWN_ACCOUNT, { day: day('2027-07-15'), cause: 'late' });
    expect(await stored()).toEqual(runs.daily);
  });
});

/**
 * The application is decided on 1 December. $100.00 are due on 9 December, and the exit payment of $5.00 on Saturday,
 * 9 January 2027.
 */
describe('the exit payment for leaving IBR (ruling 99)', () => {
  const leaving = async () => {
    await clearBorrowers(opened.db);
    await storeBorrower(opened.db, {
      A: { plan: 'IBR', loans: [{ principal: 10_000, rate: 6_000, since: '2026-05-15' }] },
    });
    await apply('T', { ...graduated, extraAmount: 500 }, '2026-11-23');
  };
  const leavingWith = async (...payments: readonly (readonly [on: string, amount: number, account?: string])[]) => {
    await leaving();
    await pay('2026-12-09', 100);
    for (const payment of payments) await pay(...payment);
  };
  const getStatus = async () => {
    const [row] = await opened.db.select().from(applications).where(eq(applications.borrowerKey, 'pat'));
    return row?.status;
  };
  const readLetters = async () =>
    (
      await opened.db
        .select()
        .from(inboxMessages)
        .where(eq(inboxMessages.borrowerKey, 'pat'))
        .orderBy(inboxMessages.receivedOn, inboxMessages.subject)
    ).map(({ receivedOn, subject }) => `${receivedOn} ${subject}`);
  type Stored = Awaited<ReturnType<typeof stored>>;
  const listBills = ({ bills }: Stored) =>
    bills.map(({ dueDate, kind, amount, issuedOn, cancelledOn }) => [dueDate, kind, amount, issuedOn, cancelledOn]);
  const listTerms = ({ terms }: Stored) => terms.map(({ fromDay, plan, cause }) => [fromDay, plan, cause]);
  const ISSUED = ['2026-12-09', 'installment', 100_00, '2026-11-10', null];
  /** Returns the stored rows after both kinds of runs. They must be equal, and a replay must give the same. */
  const afterBoth = async (prepare: () => Promise<unknown>, to: string) => {
    const runs = await runBoth(prepare, to);
    expect(runs.daily).toEqual(runs.atOnce);
    await replayAccount(opened.db, OWN_ACCOUNT, { day: day(to), cause: 'late' });
    expect(await stored()).toEqual(runs.daily);
    return runs.daily;
  };

  it('issues a separate bill, and the application is in process until its payment', async () => {
    await reset();
    await leaving();
    await atOnce('2026-12-03');
    expect(await getStatus()).toBe('exitPaymentDue');
    expect(listBills(await stored())).toEqual([ISSUED, ['2027-01-09', 'exit', 5_00, '2026-12-01', null]]);
    expect(await kindsInProcess(pat('2026-12-03'))).toEqual(['term']);
    const [sent] = await handlers['postponement.applications'](pat('2026-12-03'), {});
    expect(sent).toMatchObject({
      next: { event: 'exitPaymentDue', date: '2027-01-09' },
      plans: [{ plan: 'GRADUATED', firstDueDate: '2027-02-09', exitPayment: { amount: 5, dueDate: '2027-01-09' } }],
    });
    const exitDue = { date: '2027-01-09', amount: 5 };
    const [toPay] = (await handlers['payments.borrowerPayment'](pat('2026-12-03'), {})).borrowerAccountPayments;
    expect(toPay).toMatchObject({ totalDue: 105, nextPaymentAmountDue: 100, nextPaymentScheduleAmount: 5, exitDue });
    const { accountId } = OWN_ACCOUNT;
    const account = await handlers['loans.summary'](pat('2026-12-03'), { params: { accountId } });
    expect(account.groups).toMatchObject([{ paymentDueDate: '2026-12-09', exitDue }]);
    const [approval] = await opened.db.select().from(inboxMessages).where(eq(inboxMessages.documentId, 'T-approved'));
    const payment = formatUsd(dollars(Number(sent?.plans?.[0]?.payment)));
    expect(approval?.text).toContain(
      `Your new plan is Graduated Repayment. Your payment is ${payment} a month, first due on 02/09/2027. It goes up every two years.`,
    );
    expect(approval?.text).toContain('make one exit payment of $5.00 by 01/09/2027');
    expect(approval?.text).toContain('A bill that we sent you before stays due, with its amount.');
  });

  it('begins the plan on the day of the payment that pays it, and capitalizes the interest that the payment leaves', async () => {
    // The payment of Friday is posted on Tuesday, after the due date. The bill of February waits for it.
    const after = await afterBoth(() => leavingWith(['2027-01-08', 5]), '2027-01-20');
    const terms = after.terms.at(-1);
    expect(listTerms(after)).toEqual([
      ['2026-11-20', 'IBR', 'start'],
      ['2027-01-08', 'GRADUATED', 'exit'],
    ]);
    expect(listBills(after)).toEqual([
      ISSUED,
      ['2027-01-09', 'exit', 5_00, '2026-12-01', null],
      ['2027-02-09', 'installment', terms?.paymentSteps?.[0]?.payment, '2027-01-12', null],
    ]);
    expect(terms?.paymentSteps?.[0]?.from).toBe('2027-02-09');
    // $241.68 of interest are left on 9 December, $49.28 come in 30 days, and $5.00 are paid.
    expect(after.entries.filter(({ kind }) => kind === 'capitalized')).toMatchObject([
      { onDay: '2027-01-08', principal: 285_96, cause: 'leavingIbr' },
    ]);
    expect(after.history.map(({ principal, interest }) => [principal, interest])).toEqual([
      [0, 100_00],
      [0, 5_00],
    ]);
    expect(after.events).toContain('2027-01-08 T inEffect');
    expect(await getStatus()).toBe('inEffect');
    expect((await readLetters()).at(-1)).toBe('2027-01-12 Your new plan has begun');
  });

  it('is followed by the new plan in the announced events', async () => {
    await reset();
    await leavingWith(['2027-01-08', 5]);
    await atOnce('2026-12-03');
    const [account] = (await readHoldings(opened.db, 'pat')).accounts;
    if (account === undefined) throw new Error('Pat has no account');
    const days = { today: day('2026-12-03'), through: day('2027-03-09') };
    const { events } = projectTimeline(account.groups, account.agreements, days);
    await atOnce('2027-03-01');
    const { bills } = await stored();
    expect(events.flatMap((event) => (event.kind === 'bill' ? [[event.day, event.amount]] : []))).toEqual(
      bills.map(({ dueDate, amount }) => [dueDate, amount]),
    );
    expect(events.map(({ kind }) => kind)).not.toContain('recertification');
    expect(bills.at(-1)?.amount).not.toBe(100_00);
  });

  it('lets a payment of the day after, posted with it, pay by the new plan', async () => {
    // Both are posted on Tuesday. The second pays $15.00 of principal, because no interest is left after the 8th.
    const after = await afterBoth(() => leavingWith(['2027-01-08', 5], ['2027-01-09', 15]), '2027-01-20');
    const [, , second] = after.history;
    expect(second).toMatchObject({ effectiveDate: '2027-01-09', interest: 1_69, principal: 13_31 });
    expect(after.bills.at(-1)).toMatchObject({ dueDate: '2027-02-09', issuedOn: '2027-01-12', paid: 15_00 });
  });

  it('ends the application on the day after the due date if it is not paid, and the loans stay on IBR', async () => {
    const after = await afterBoth(() => leavingWith(), '2027-01-20');
    expect(listTerms(after)).toEqual([['2026-11-20', 'IBR', 'start']]);
    expect(listBills(after)).toEqual([
      ISSUED,
      ['2027-01-09', 'exit', 5_00, '2026-12-01', '2027-01-10'],
      ['2027-02-09', 'installment', 100_00, '2027-01-10', null],
    ]);
    expect(after.events).toContain('2027-01-10 T lapsed');
    expect(await getStatus()).toBe('lapsed');
    expect(await kindsInProcess(pat('2027-01-20'))).toEqual([]);
    expect((await readLetters()).at(-1)).toBe("2027-01-10 Your new plan didn't begin");
    const [account] = (await handlers['payments.borrowerPayment'](pat('2027-01-20'), {})).borrowerAccountPayments;
    expect(account).toMatchObject({ pastDueAmt: 0, totalDue: 100, paymentDueDate: '2027-02-09' });
  });

  it('is not paid by a payment that is dated after the due date', async () => {
    const after = await afterBoth(() => leavingWith(['2027-01-11', 5]), '2027-01-20');
    expect(await getStatus()).toBe('lapsed');
    // It pays the bill of February in part.
    expect(after.bills.map(({ paid }) => paid)).toEqual([100_00, 0, 5_00]);
  });

  it('waits for a payment of the due date that is under way, and falls away if that does not cover it', async () => {
    const after = await afterBoth(() => leavingWith(['2027-01-08', 3]), '2027-01-20');
    expect(listBills(after).slice(1)).toEqual([
      ['2027-01-09', 'exit', 5_00, '2026-12-01', '2027-01-13'],
      ['2027-02-09', 'installment', 100_00, '2027-01-13', null],
    ]);
    expect(after.history.at(-1)).toMatchObject({ interest: 3_00 });
  });

  it('is open and past due again if the bank returns the payment; the plan stays', async () => {
    const after = await afterBoth(() => leavingWith(['2027-01-08', 5, RETURNED_FROM]), '2027-01-20');
    expect(listTerms(after).at(-1)).toEqual(['2027-01-08', 'GRADUATED', 'exit']);
    expect(after.bills.map(({ paid }) => paid)).toEqual([100_00, 0, 0]);
    const groups = await groupsOnDay(opened.db, 'pat', day('2027-01-20'));
    expect(groups).toMatchObject([{ pastDueSince: '2027-01-09', due: { pastDue: 5_00 } }]);
    expect(await readLetters()).toContain('2027-01-15 Your exit payment is due again');
    expect(after.entries.filter(({ kind }) => kind === 'capitalized')).toMatchObject([{ principal: 290_96 }]);
  });

  it('is a bill of each group: one begins its plan, the other stays on IBR', async () => {
    const prepare = async () => {
      await clearBorrowers(opened.db);
      const group = { plan: 'IBR', loans: [{ principal: 10_000, rate: 6_000 }] } as const;
      await storeBorrower(opened.db, { A: group, B: group });
      await apply('T', { ...graduated, extraAmount: 500 }, '2026-11-23');
      await pay('2026-12-09', 200);
      await pay('2026-12-15', 2.5, '778204519', 'A');
    };
    const after = await afterBoth(prepare, '2027-01-20');
    expect(listTerms(after)).toEqual([
      ['2026-11-20', 'IBR', 'start'],
      ['2026-12-15', 'GRADUATED', 'exit'],
      ['2026-11-20', 'IBR', 'start'],
    ]);
    expect(after.bills.filter(({ kind }) => kind === 'exit')).toMatchObject([
      { groupId: 'A', amount: 2_50, paid: 2_50, cancelledOn: null },
      { groupId: 'B', amount: 2_50, paid: 0, cancelledOn: '2027-01-10' },
    ]);
    expect(await getStatus()).toBe('inEffect');
    const [sent] = await handlers['postponement.applications'](pat('2027-01-20'), {});
    expect(sent?.plans).toMatchObject([{ exitPayment: { amount: 2.5 } }]);
  });

  it('is drawn by auto debit, on the banking day after a closed due date', async () => {
    const enrolled = async () => {
      await leaving();
      await handlers['autoDebit.change'](pat('2026-11-23'), {
        idempotencyKey: crypto.randomUUID(),
        body: { change: 'enroll', accountId: 'account-1', profileId: 'method-1', extraAmount: ZERO, terms: true },
      });
    };
    const after = await afterBoth(enrolled, '2027-01-20');
    expect(listTerms(after).at(-1)).toEqual(['2027-01-11', 'GRADUATED', 'exit']);
    expect(after.history).toMatchObject([
      { effectiveDate: '2026-12-09', amount: 100_00 },
      { effectiveDate: '2027-01-11', amount: 5_00 },
    ]);
  });
});

describe('a payment that is returned after two more bills', () => {
  /** Lets a payment of 25 November be returned on 20 January, after the bills of January and February. */
  const returnedLate = async (amount: number, live: (to: string, from?: string) => Promise<unknown>) => {
    await reset();
    await pay('2026-11-25', amount, RETURNED_FROM);
    await pay('2026-12-21', 30);
    await live('2026-12-02');
    await opened.db.update(paymentReturns).set({ returnsOn: day('2027-01-20') });
    await live('2027-01-20', '2026-12-03');
    return stored();
  };
  const neverPaid = async (amount: number | null = 30) => {
    await reset();
    if (amount !== null) await pay('2026-12-21', amount);
    await atOnce('2027-01-20');
    return stored();
  };

  it.each([
    ['day by day', daily],
    ['at once', atOnce],
  ])('leaves the same records as for a borrower who never applied: %s', async (_, live) => {
    const twin = await neverPaid();
    expect(await returnedLate(250, live)).toEqual(twin);
    // The payment of 21 December has paid $30.00 of the bill of 9 December.
    expect(await groupsOnDay(opened.db, 'pat', day('2027-01-20'))).toMatchObject([
      { dueDate: '2027-02-09', pastDueSince: '2026-12-09', due: { pastDue: 170_00, amountDue: 100_00 } },
    ]);
  });

  it.each([
    ['day by day', daily],
    ['at once', atOnce],
  ])('issues the bills that a payoff had prevented on the day of the return: %s', async (_, live) => {
    // The payment of 21 December was sent back on 28 December, and stays refunded.
    const twin = await neverPaid(null);
    const returned = await returnedLate(10_007.67, live);
    expect(returned.bills.map(({ dueDate, issuedOn }) => [dueDate, issuedOn])).toEqual([
      ['2026-12-09', '2026-11-10'],
      ['2027-01-09', '2027-01-20'],
      ['2027-02-09', '2027-01-20'],
    ]);
    const issued = twin.bills.map(({ dueDate }) => ({
      issuedOn: dueDate === '2026-12-09' ? '2026-11-10' : '2027-01-20',
    }));
    expect(returned.history).toMatchObject([{ amount: 30_00, interest: 0, principal: 0, refunded: 30_00, groups: [] }]);
    const bills = twin.bills.map((bill, index) => ({ ...bill, ...issued[index] }));
    expect(returned).toEqual({ ...twin, bills, history: returned.history });
  });
});

describe('auto debit', () => {
  const enroll = (extraAmount = dollars(10)) =>
    handlers['autoDebit.change'](pat('2026-11-23'), {
      idempotencyKey: crypto.randomUUID(),
      body: {
        change: 'enroll',
        accountId: OWN_ACCOUNT.accountId,
        profileId: 'method-1',
        extraAmount,
        terms: true,
      },
    });
  const drafts = ({ history }: Awaited<ReturnType<typeof stored>>) =>
    history.map(({ effectiveDate, amount }) => [effectiveDate, amount / 100]);

  it('pauses with the payments and resumes with the payment after the pause', async () => {
    const runs = await runBoth(async () => {
      await enroll();
      await apply('P', unemployment, '2026-12-10', { startDate: '2026-12-10', endDate: '2027-02-20' });
    }, '2027-04-20');
    expect(runs.daily).toEqual(runs.atOnce);
    const monthly = (runs.daily.terms.at(-1)?.monthlyPayment ?? 0) / 100;
    expect(monthly).toBeGreaterThan(100);
    expect(drafts(runs.daily)).toEqual([
      ['2026-12-09', 10],
      ['2026-12-09', 100],
      ['2027-03-09', 10],
      ['2027-03-09', monthly],
      ['2027-04-09', 10],
      ['2027-04-09', monthly],
    ]);
  });

  it('announces the draft after the pause with its date and amount', async () => {
    await enroll();
    await apply('P', unemployment, '2026-12-10', { startDate: '2026-12-10', endDate: '2027-02-20' });
    await daily('2026-12-31');
    const [account] = (await handlers['autoDebit.read'](pat('2026-12-31'), {})).accounts;
    await daily('2027-03-20', '2027-01-01');
    const drafted = (await stored()).history.filter(({ effectiveDate }) => effectiveDate === '2027-03-09');
    expect(account?.next).toMatchObject({
      draftDate: '2027-03-09',
      amount: drafted.reduce((sum, { amount }) => sum + amount, 0) / 100,
    });
  });

  it('does not repeat a refused draft whose bill has been paused', async () => {
    const refused = async () => {
      const [row] = await opened.db.select().from(paymentMethods).where(eq(paymentMethods.borrowerKey, 'pat'));
      if (row === undefined) throw new Error('Pat has a method');
      const method = { ...seals.paymentMethods.open(row), accountNumber: '47118888' };
      await opened.db.delete(paymentMethods);
      await opened.db.insert(paymentMethods).values(seals.paymentMethods.seal(method));
    };
    // An older bill stays past due. The draft of 9 December is refused, and the pause is decided on the 10th.
    const runs = await runBoth(async () => {
      await refused();
      await changeSums(opened.db, { borrowerKey: 'pat' }, { pastDue: dollars(40) });
      await enroll();
      await apply('P', unemployment, '2026-12-03', { startDate: '2026-12-03', endDate: '2027-03-03' });
    }, '2027-03-01');
    expect(runs.daily).toEqual(runs.atOnce);
    const groups = await groupsOnDay(opened.db, 'pat', day('2027-03-01'));
    expect(groups).toMatchObject([{ due: { pastDue: 4_000, amountDue: 0 } }]);
    const returned = and(eq(paymentHistory.borrowerKey, 'pat'), eq(paymentHistory.description, 'Returned'));
    const rows = await opened.db.select().from(paymentHistory).where(returned);
    expect(new Set(rows.map(({ effectiveDate }) => effectiveDate))).toEqual(new Set<PlainDate>([day('2026-12-09')]));
    expect((await handlers['autoDebit.read'](pat('2027-03-01'), {})).accounts).toMatchObject([{ status: 'on' }]);
  });

  it('draws the payment of a new plan from its first bill on', async () => {
    const runs = await runBoth(async () => {
      await enroll(dollars(0));
      await apply('T', graduated, '2026-11-27');
    }, '2027-02-20');
    expect(runs.daily).toEqual(runs.atOnce);
    const monthly = (runs.daily.terms.at(-1)?.monthlyPayment ?? 0) / 100;
    expect(monthly).toBeLessThan(100);
    expect(drafts(runs.daily)).toEqual([
      ['2026-12-09', 100],
      ['2027-01-11', monthly],
      ['2027-02-09', monthly],
    ]);
  });
});

describe('a graduated plan', () => {
  const everywhere = async (on: string) => {
    const due = await handlers['payments.borrowerPayment'](pat(on), {});
    const [account] = due.borrowerAccountPayments;
    const { account: loanAccount } = await handlers['loans.onlySummary'](pat(on), {});
    const { groups } = await handlers['loans.repayment'](pat(on), { params: { accountId: OWN_ACCOUNT.accountId } });
    return {
      due: account?.amountDue,
      monthly: account?.monthlyPaymentAmount,
      disclosed: account?.disclosedPaymentAmounts.map(({ amount }) => amount),
      myLoans: loanAccount?.accountPayment.monthlyPaymentAmount,
      projected: groups.map(({ monthlyPayment }) => monthlyPayment),
    };
  };

  it('has the same payment on its day everywhere, as the projection showed it from the start', async () => {
    await handlers['autoDebit.change'](pat('2026-11-23'), {
      idempotencyKey: crypto.randomUUID(),
      body: {
        change: 'enroll',
        accountId: OWN_ACCOUNT.accountId,
        profileId: 'method-1',
        extraAmount: dollars(0),
        terms: true,
      },
    });
    await apply('T', graduated, '2026-11-23');
    await atOnce('2026-12-02');
    const sent = await handlers['loans.repayment'](pat('2026-12-02'), { params: { accountId: OWN_ACCOUNT.accountId } });
    const { installments } = computeRepayment(ledgerGroups(v.parse(RepaymentData, sent)), day('2026-12-02'));
    const [, first, ...later] = installments.map(({ payment }) => payment / 100);
    const second = later[23] ?? 0;
    // The bill of December is issued before the plan, then 24 payments. The ratio of the steps is the fourth root of 3.
    expect(installments.slice(1, 25).map(({ payment }) => payment / 100)).toEqual(
      Array.from({ length: 24 }, () => first),
    );
    expect(Math.abs(second - (first ?? 0) * 3 ** 0.25)).toBeLessThan(0.02);
    // Installments are due on the 9th. The one of 9 December 2028 is the last of the first step.
    await atOnce('2028-12-13');
    expect(await everywhere('2028-12-13')).toEqual({
      due: second,
      monthly: second,
      disclosed: [first, second, second, second],
      myLoans: second,
      projected: [second],
    });
    await atOnce('2029-01-20');
    const paid = (await stored()).history.map(({ amount }) => amount / 100);
    expect(paid).toEqual([100, ...Array.from({ length: 24 }, () => first), second]);
  });
});

describe('payments that were scheduled before', () => {
  const notes = async (on: string) =>
    (await handlers['payments.scheduled'](pat(on), {})).map(({ effectiveDate, keptDespite }) => [
      effectiveDate,
      keptDespite,
    ]);
  const readStillMade = async (on: string, confirmationNumber: string) =>
    (await handlers['postponement.application'](pat(on), { params: { confirmationNumber } })).keptPayments;

  it('in a pause still go out, with a note', async () => {
    await apply('P', unemployment, '2026-11-23', { startDate: '2026-12-15', endDate: '2027-01-14' });
    await pay('2026-12-09', 100);
    await pay('2026-12-22', 50);
    await pay('2027-01-14', 60);
    await daily('2026-12-01');
    expect(await notes('2026-12-01')).toEqual([
      ['2026-12-09', null],
      ['2026-12-22', 'pause'],
      ['2027-01-14', null],
    ]);
    expect(await readStillMade('2026-12-01', 'P')).toMatchObject([{ effectiveDate: '2026-12-22', amount: 50 }]);
    await atOnce('2027-02-01');
    expect((await stored()).history.map(({ amount }) => amount / 100)).toEqual([100, 50, 60]);
    expect(await readStillMade('2027-02-01', 'P')).toEqual([]);
  });

  it('go out with unchanged amounts on a new plan, with a note', async () => {
    await apply('T', graduated, '2026-11-23');
    await pay('2027-01-08', 100);
    await daily('2026-12-02');
    expect(await notes('2026-12-02')).toEqual([['2027-01-08', 'newPlan']]);
    expect(await readStillMade('2026-12-02', 'T')).toMatchObject([{ effectiveDate: '2027-01-08', amount: 100 }]);
  });
});
