/** How the figures of an account are computed, step by step, with the borrower's own numbers, and which rates are shown (P §3). */
import { DAYS_IN_YEAR, centsOfMicros } from '../../interest.ts';
import { type Cents, formatUsd, subtractCents, sumCents } from '../../money.ts';
import { dueLabels } from '../messages.ts';
import { formatRate } from '../rate.ts';
import type { ExplainedStep } from '../../plans/explain.ts';
import type { AccountDetails, BorrowerWithAccounts, GroupDetails, LoanDetails } from './shapes.ts';

/** A figure with its calculation steps. */
export interface ExplainedFigure {
  readonly amount: Cents;
  readonly steps: readonly ExplainedStep[];
}

/** The days of a year for display: 365.25. */
const YEAR = DAYS_IN_YEAR / 100;

const step = (text: string, amount: Cents): ExplainedStep => ({ text, value: formatUsd(amount) });

type Interested = Pick<LoanDetails, 'loanNumber' | 'currentPrincipalBalance' | 'interestRate' | 'interestOfDay'>;

/** Describes the interest of tomorrow on a loan: principal times rate divided by 365.25, unless none accrues. */
const interestText = ({ loanNumber, currentPrincipalBalance, interestRate }: Interested, micros: bigint): string =>
  micros === 0n
    ? `Loan ${loanNumber}: no interest is added right now`
    : `Loan ${loanNumber}: ${formatUsd(currentPrincipalBalance)} principal × ${formatRate(interestRate)} ÷ ${YEAR} days`;

/** Returns the interest of some loans tomorrow, rounded once (rulings 79, 94). Null if the server has not sent it. */
export function dailyInterest(loans: readonly Interested[]): ExplainedFigure | null {
  const owed = loans.filter(({ currentPrincipalBalance }) => currentPrincipalBalance > 0);
  const added = owed.flatMap((loan) =>
    loan.interestOfDay === undefined ? [] : [{ loan, micros: BigInt(loan.interestOfDay) }],
  );
  if (added.length < owed.length) return null;
  const amount = centsOfMicros(added.reduce((sum, { micros }) => sum + micros, 0n));
  return {
    amount,
    steps: [
      ...added.map(({ loan, micros }) => step(interestText(loan, micros), centsOfMicros(micros))),
      step('Interest each day', amount),
    ],
  };
}

/** Returns the payoff of some groups on the day of the response. */
export function payoff(
  groups: readonly Pick<GroupDetails, 'outstandingBalance' | 'accruedInterest' | 'fees' | 'currentBalance'>[],
): ExplainedFigure {
  const sum = (of: (group: (typeof groups)[number]) => Cents) => sumCents(groups.map(of));
  const amount = sum(({ currentBalance }) => currentBalance);
  const principal = sum(({ outstandingBalance }) => outstandingBalance);
  const interest = sum(({ accruedInterest }) => accruedInterest);
  const fees = sum((group) => group.fees);
  return {
    amount,
    steps: [
      step('Principal that you still owe', principal),
      step('Interest since your last payment', interest),
      ...(fees > 0 ? [step('Fees', fees)] : []),
      step('Payoff today', amount),
    ],
  };
}

type Due = Pick<
  AccountDetails['accountPayment'],
  'pastDueAmt' | 'amountDue' | 'totalDue' | 'nextPaymentAmountDue' | 'monthlyPaymentAmount'
>;

/** Returns the amount due now; if nothing is due, the installment of the next due date. */
export function nextPayment(due: Due): ExplainedFigure {
  const { pastDueAmt, amountDue, totalDue, nextPaymentAmountDue: next, monthlyPaymentAmount: monthly } = due;
  if (totalDue === 0) {
    const text = 'More than you owe or than falls due on that date';
    return {
      amount: next,
      steps: [
        step('Your monthly payment', monthly),
        ...(next < monthly ? [step(text, subtractCents(monthly, next))] : []),
        step('Next payment', next),
      ],
    };
  }
  return {
    amount: totalDue,
    steps: [
      step(dueLabels.thisMonth, amountDue),
      ...(pastDueAmt > 0 ? [step(dueLabels.pastDue, pastDueAmt)] : []),
      step(dueLabels.total, totalDue),
    ],
  };
}

/** The identity of a group, or of a loan in it. */
interface LoanPlace {
  readonly accountNumber: string;
  readonly groupId: string;
  readonly loanNumber?: string;
}

/** A borrower's rates by their places. */
export interface ShownRates {
  readonly isVariable: (place: LoanPlace) => boolean;
  /** The regulatory rate in thousandths of a percent; null if it equals the rate, or if those of the loans differ. */
  readonly regulatoryRate: (place: LoanPlace) => number | null;
}

/** Returns whether a row of rates belongs to a group or loan. */
const isAtPlace = (row: { accountNumber: string; groupID: string }, { accountNumber, groupId }: LoanPlace) =>
  row.accountNumber === accountNumber && row.groupID === groupId;

/** Reads the rates; without them (P §8: a failure is ignored) nothing is shown beside the interest rates. */
export function shownRates(known: BorrowerWithAccounts | null): ShownRates {
  const groups = [...(known?.edServicerGroups ?? []), ...(known?.servicerGroups ?? [])];
  const loans = [...(known?.edServicerLoans ?? []), ...(known?.servicerLoans ?? [])];
  return {
    isVariable: (place) => groups.some((row) => isAtPlace(row, place) && row.variableInterestRateIndicator),
    regulatoryRate: (place) => {
      const found =
        place.loanNumber === undefined
          ? groups.find((row) => isAtPlace(row, place))
          : loans.find((row) => isAtPlace(row, place) && row.loanNumber === place.loanNumber);
      if (found === undefined || found.regulatoryInterestRate === found.interestRate) return null;
      return found.regulatoryInterestRate;
    },
  };
}
