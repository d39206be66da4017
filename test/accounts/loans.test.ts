/** My Loans: texts about amounts due, loan facts, rates, figures and notifications (P §2.11, §2.12, §3). */
import { describe, expect, it } from 'vitest';
import { accountInGrace, sampleAccounts } from '#domain/accounts/samples.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { parseAccountId, loanDetailsAddress } from '#domain/accounts/loans/address.ts';
import { dailyInterest, nextPayment, payoff, shownRates } from '#domain/accounts/loans/figures.ts';
import {
  accountNotifications,
  groupRateText,
  getLoanDetails,
  shownStatusNotifications,
  withoutPrefix,
} from '#domain/accounts/loans/messages.ts';
import { paidAheadAccount, pastDueAccount, sampleRates, twoStatuses } from '#domain/accounts/loans/samples.ts';
import { toCents as cents } from '#domain/money.ts';
import { toStatusNotifications } from '#domain/repayment/postponement/status-messages.ts';
import { formatExactRate, formatRate } from '#domain/accounts/rate.ts';

const TODAY = day('2026-11-20');
const [card] = sampleAccounts.federalAccounts;
const [inGrace] = accountInGrace.federalAccounts;
const [group, pastDueGroup] = pastDueAccount.groups;
const loan = group?.loans[0];
if (
  card === undefined ||
  inGrace === undefined ||
  group === undefined ||
  pastDueGroup === undefined ||
  loan === undefined
)
  throw new Error('The samples lack two groups and a loan');

describe('the facts of a loan', () => {
  const of = (status: 'inRepayment' | 'paidInFull', changes = {}) =>
    Object.fromEntries(getLoanDetails({ ...loan, ...changes }, status).map(({ label, value }) => [label, value]));

  it('are its own in repayment', () => {
    expect(of('inRepayment')).toMatchObject({
      'Due date': '12/05/2026',
      'Interest subsidy': 'Subsidized',
      'Remaining loan term': '82 months',
      'Total disbursed': '$7,000.00',
    });
    expect(of('inRepayment', { loanTermRemaining: 1 })['Remaining loan term']).toBe('1 month');
  });

  it('are N/A for due date, subsidy, term and disbursements of a loan that is paid in full, and no other', () => {
    const notApplicable = Object.entries(of('paidInFull')).flatMap(([label, value]) =>
      value === 'N/A' ? [label] : [],
    );
    expect(notApplicable).toEqual(['Due date', 'Interest subsidy', 'Remaining loan term', 'Total disbursed']);
  });

  it('mark unknown facts', () => {
    const facts = of('inRepayment', {
      lenderName: null,
      schoolName: null,
      loanStudentLastFourSSN: null,
      lastBumpDate: null,
    });
    expect([facts['Lender'], facts['School'], facts["Student's Social Security number"]]).toEqual(
      Array.from({ length: 3 }, () => 'Not on file'),
    );
    expect(facts['Last time you paid ahead']).toBe('Never');
  });
});

describe('rates', () => {
  it.each([
    [6530, '6.53%', '6.530%'],
    [4125, '4.125%', '4.125%'],
    [7000, '7.00%', '7.000%'],
  ])('%i thousandths', (rate, plain, exact) => {
    expect([formatRate(rate), formatExactRate(rate)]).toEqual([plain, exact]);
  });

  it('of a group are one, or the lowest and the highest of its loans', () => {
    expect(groupRateText(group)).toBe('4.53%');
    const loans = [loan, { ...loan, interestRate: 2750 }];
    expect(groupRateText({ interestRate: null, loans })).toBe('2.75% to 4.53%');
  });

  it('before reductions are shown only where they differ, and nothing without the answer', () => {
    const { regulatoryRate, isVariable } = shownRates(sampleRates);
    const place = { accountNumber: 'E100200301', groupId: 'A', loanNumber: 'A01' };
    expect(regulatoryRate(place)).toBe(4780);
    expect(regulatoryRate({ ...place, groupId: 'B', loanNumber: 'B01' })).toBeNull();
    expect(regulatoryRate({ ...place, accountNumber: 'E100200302' })).toBeNull();
    expect([isVariable(place), isVariable({ ...place, groupId: 'B' })]).toEqual([false, true]);
    expect(shownRates(null).regulatoryRate(place)).toBeNull();
  });

  it('before reductions are shown for groups, unless the loans of a group have different rates', () => {
    const place = { accountNumber: 'E100200301', groupId: 'A' };
    expect(shownRates(sampleRates).regulatoryRate(place)).toBe(4780);
    expect(shownRates(sampleRates).regulatoryRate({ ...place, groupId: 'B' })).toBeNull();
    const edServicerGroups = sampleRates.edServicerGroups.map((row) => ({ ...row, regulatoryInterestRate: null }));
    expect(shownRates({ ...sampleRates, edServicerGroups }).regulatoryRate(place)).toBeNull();
  });
});

describe('figures', () => {
  it('of a day: each loan by its formula, and the total rounded once', () => {
    // 5,000.00 x 4.53 % / 365.25 = 0.62012; 10,000.00 x 6 % / 365.25 = 1.64271; together 2.26283.
    const figure = dailyInterest([loan, ...pastDueGroup.loans]);
    expect(figure?.amount).toBe(226);
    expect(figure?.steps.map(({ text, value }) => `${text} = ${value}`)).toEqual([
      'Loan A01: $5,000.00 principal × 4.53% ÷ 365.25 days = $0.62',
      'Loan B01: $10,000.00 principal × 6.00% ÷ 365.25 days = $1.64',
      'Interest each day = $2.26',
    ]);
    // Two loans of 0.4 cents a day each are rounded together: 0.8 cents.
    const small = { ...loan, interestOfDay: '400000' };
    expect([dailyInterest([small])?.amount, dailyInterest([small, small])?.amount]).toEqual([0, 1]);
  });

  it('of a day say which loans add no interest, and leave out loans without principal', () => {
    const deferred = { ...loan, interestOfDay: '0' };
    const paid = { ...loan, loanNumber: 'A02', currentPrincipalBalance: cents(0), interestOfDay: '0' };
    expect(dailyInterest([deferred, paid])).toEqual({
      amount: 0,
      steps: [
        { text: 'Loan A01: no interest is added right now', value: '$0.00' },
        { text: 'Interest each day', value: '$0.00' },
      ],
    });
  });

  it('of a day are not shown if the server has not sent them', () => {
    expect(dailyInterest([loan, { ...loan, interestOfDay: undefined }])).toBeNull();
  });

  it('of the payoff add up', () => {
    const { amount, steps } = payoff(pastDueAccount.groups);
    expect(amount).toBe(1_506_912);
    expect(steps.map(({ value }) => value)).toEqual(['$15,000.00', '$69.12', '$15,069.12']);
    expect(payoff([{ ...group, fees: cents(500), currentBalance: cents(501_734) }]).steps[2]).toEqual({
      text: 'Fees',
      value: '$5.00',
    });
  });

  it('of the amount due: past due and due, or the next payment if nothing is due', () => {
    expect(nextPayment(pastDueGroup).steps).toEqual([
      { text: 'Due this month', value: '$131.25' },
      { text: 'Past due', value: '$206.25' },
      { text: 'Total due', value: '$337.50' },
    ]);
    expect(nextPayment(group).steps.map(({ value }) => value)).toEqual(['$75.00', '$75.00']);
    expect(nextPayment(paidAheadAccount.accountPayment)).toEqual({
      amount: 7_500,
      steps: [
        { text: 'Your monthly payment', value: '$75.00' },
        { text: 'Next payment', value: '$75.00' },
      ],
    });
    expect(
      nextPayment({ ...paidAheadAccount.accountPayment, nextPaymentAmountDue: cents(5_000) }).steps.map(
        ({ value }) => value,
      ),
    ).toEqual(['$75.00', '$25.00', '$50.00']);
  });
});

describe('notifications', () => {
  it('lose a prefix at their start, and nothing else', () => {
    expect(withoutPrefix('Application status: In review.', 'Application status: ')).toBe('In review.');
    expect(withoutPrefix('The Application status: is', 'Application status: ')).toBe('The Application status: is');
    expect(withoutPrefix('In review.', '')).toBe('In review.');
  });

  it('about several applications share a headline; a single one has its own', () => {
    expect(shownStatusNotifications(twoStatuses, 'Application status: ')).toEqual([
      {
        headline: null,
        messages: [
          "Income-Driven Plan: in review: We're reviewing it.",
          "Hardship Forbearance: denied: It wasn't approved.",
        ],
        type: 'warning',
      },
    ]);
    expect(shownStatusNotifications(twoStatuses.slice(0, 1), 'Application status: ')).toEqual([
      { headline: 'Income-Driven Plan: in review', messages: ["We're reviewing it."], type: 'info' },
    ]);
    expect(shownStatusNotifications([], '')).toEqual([]);
  });

  it('announce a recertification within 90 days and of pauses in their last 60, the earliest first', () => {
    const of = (recertifyBy: string | null, postponedThrough: string | null) =>
      accountNotifications(
        [
          {
            account: { accountNumber: 'E100200301', loanType: 'Direct' },
            groupId: 'A',
            recertifyBy: recertifyBy === null ? null : day(recertifyBy),
            postponedThrough: postponedThrough === null ? null : day(postponedThrough),
          },
        ],
        TODAY,
      ).map(({ headline }) => headline);
    expect(of(null, null)).toEqual([]);
    expect(of('2027-02-18', null)).toEqual(['Recertify your income by 02/18/2027']);
    expect(of('2027-02-19', null)).toEqual([]);
    expect(of('2026-11-20', null)).toHaveLength(1);
    expect(of('2026-11-19', null)).toEqual([]);
    expect(of(null, '2027-01-19')).toEqual(['Your payments start again on 01/20/2027']);
    expect(of(null, '2027-01-20')).toEqual([]);
    expect(of('2027-02-01', '2027-01-10')).toEqual([
      'Your payments start again on 01/11/2027',
      'Recertify your income by 02/01/2027',
    ]);
  });

  it('list applications in process, and of decisions for 30 days', () => {
    const of = (status: 'received' | 'inReview' | 'denied' | 'approved', decidedDateTime: string | null) =>
      toStatusNotifications([{ kind: 'idr', status, startDate: null, endDate: null, decidedDateTime }], TODAY);
    expect(of('received', null)).toEqual([
      {
        headline: 'Income-Driven Plan: received',
        message:
          "Application status: We'll review it next. Keep making your payments until we tell you that it's approved.",
        type: 'info',
      },
    ]);
    expect(of('denied', '2026-10-21T15:00:00.000Z')).toMatchObject([{ type: 'warning' }]);
    expect(of('denied', '2026-10-20T15:00:00.000Z')).toEqual([]);
    expect(of('approved', '2026-11-19T15:00:00.000Z')).toMatchObject([{ type: 'info' }]);
  });
});

describe('the address of an account', () => {
  it('is read as it is written', () => {
    expect(loanDetailsAddress('acct-1')).toBe('/loan-details/account?accountId=acct-1');
    expect(parseAccountId('?accountId=acct-1')).toBe('acct-1');
    expect([parseAccountId(''), parseAccountId('?accountId=')]).toEqual([null, null]);
  });
});
