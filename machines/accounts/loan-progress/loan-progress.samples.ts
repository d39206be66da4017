/** Parsed server responses with the repayment of an account. */
import type { RepaymentData } from '#domain/accounts/loans/shapes.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents as cents } from '#domain/money.ts';

/** One loan of $10,000.00 at 6 %, paid at $111.03 a month from the next month on. */
export const repaymentFacts: RepaymentData = {
  accountId: 'acct-1',
  accountNumber: 'E100200301',
  loanType: 'Direct',
  asOf: day('2026-11-20'),
  originalBalance: cents(1_200_000),
  paid: { principal: cents(200_000), interest: cents(90_000), fees: cents(0) },
  notCharged: { interest: cents(0), principal: cents(0) },
  history: [
    { date: day('2023-09-30'), principal: cents(1_200_000), interest: cents(5_918), fees: cents(0) },
    { date: day('2026-10-31'), principal: cents(1_000_000), interest: cents(1_807), fees: cents(0) },
  ],
  instruction: { code: 'STANDARD', groupId: null },
  groups: [
    {
      groupId: 'A',
      plan: 'STANDARD',
      planSince: null,
      monthlyPayment: cents(11_103),
      dueDay: 20,
      bills: [],
      nextDue: day('2026-12-20'),
      paidAheadTo: day('2026-12-20'),
      lastBumpDate: null,
      rapMonth: null,
      pauses: [],
      coming: [],
      paymentSteps: [],
      forgiveness: null,
      loans: [
        {
          loanId: 'A01',
          isSubsidized: false,
          rate: 6000,
          reducedRates: [],
          monthlyPayment: cents(11_103),
          principal: cents(1_000_000),
          accruedInterest: '0',
          fees: cents(0),
          interestThrough: day('2026-11-20'),
        },
      ],
    },
  ],
};

const withGroups = (changes: Partial<RepaymentData['groups'][number]>): RepaymentData => ({
  ...repaymentFacts,
  groups: repaymentFacts.groups.map((group) => ({ ...group, ...changes })),
});

/** The same account, with a payment that never pays off its loan. */
export const neverPaidOff = withGroups({ monthlyPayment: cents(1_000) });

/** The same account on RAP with $40.00 a month, on time. */
export const repaidOnRap: RepaymentData = {
  ...withGroups({ plan: 'RAP', monthlyPayment: cents(4_000) }),
  notCharged: { interest: cents(13_333), principal: cents(1_667) },
};

/** The same account on IBR with $40.00 a month; the remaining balance is forgiven after 25 years. */
export const repaidByIncome = withGroups({
  plan: 'IBR_15',
  monthlyPayment: cents(4_000),
  forgiveness: { on: day('2048-09-20'), countedFrom: day('2023-10-20'), payments: 300 },
});

/** The same account, paid in full. */
export const allRepaid: RepaymentData = {
  ...repaymentFacts,
  paid: { principal: cents(1_200_000), interest: cents(250_000), fees: cents(1_500) },
  groups: repaymentFacts.groups.map((group) => ({
    ...group,
    nextDue: null,
    paidAheadTo: null,
    loans: group.loans.map((loan) => ({ ...loan, principal: cents(0) })),
  })),
};

export const nothingToRepay: RepaymentData = { ...repaymentFacts, groups: [] };
