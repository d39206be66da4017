/** Which regulatory rate is shown beside an interest rate (P §3). */
import type { BorrowerWithAccounts } from './shapes.ts';

/** The identity of a group, or of a loan in it. */
interface Place {
  readonly accountNumber: string;
  readonly groupId: string;
  readonly loanNumber?: string;
}

/** A borrower's rates by their places. */
export interface ShownRates {
  readonly isVariable: (place: Place) => boolean;
  /** The regulatory rate in thousandths of a percent; null if it equals the rate, or if those of the loans differ. */
  readonly regulatoryRate: (place: Place) => number | null;
}

/** Whether a row of rates is of a place. */
const isOf = (row: { accountNumber: string; groupID: string }, { accountNumber, groupId }: Place) =>
  row.accountNumber === accountNumber && row.groupID === groupId;

/** Reads the rates; without them (P §8: a failure is ignored) nothing is shown beside the interest rates. */
export function shownRates(known: BorrowerWithAccounts | null): ShownRates {
  const groups = [...(known?.edServicerGroups ?? []), ...(known?.servicerGroups ?? [])];
  const loans = [...(known?.edServicerLoans ?? []), ...(known?.servicerLoans ?? [])];
  return {
    isVariable: (place) => groups.some((row) => isOf(row, place) && row.variableInterestRateIndicator),
    regulatoryRate: (place) => {
      const found =
        place.loanNumber === undefined
          ? groups.find((row) => isOf(row, place))
          : loans.find((row) => isOf(row, place) && row.loanNumber === place.loanNumber);
      if (found === undefined || found.regulatoryInterestRate === found.interestRate) return null;
      return found.regulatoryInterestRate;
    },
  };
}
