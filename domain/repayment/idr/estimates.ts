/** The household of the income step, and the requests for plan estimates of income-driven plans (R §7). */
import { type Cents, parseTyped } from '../../money.ts';
import { type Household, UNKNOWN_HOUSEHOLD, estimatesRequestFor } from '../../plans/household.ts';
import { EXTERNAL_INTEREST_RATE, type ExternalLoanProfile, type MaritalStatusCode } from '../../plans/shapes.ts';
import { isMarriedJointly, parseDependents, withoutSpouseLoans } from './rules.ts';
import type { IdrEntry, IdrValues, OtherLoan } from './shapes.ts';

/** The request on load, which only determines whether an income-driven plan is possible (R §7). */
export const PROBE = estimatesRequestFor('IDR', UNKNOWN_HOUSEHOLD);

/** Returns the code of the marital status (R §7). Only married borrowers have a filing status. */
export function maritalStatusCode({
  marriageStatus,
  taxFiling,
}: Pick<IdrValues, 'marriageStatus' | 'taxFiling'>): MaritalStatusCode {
  switch (marriageStatus) {
    case 'married':
      return taxFiling === 'jointly' ? 2 : 3;
    case 'marriedSeparated':
    case 'marriedNoAccess':
      return 5;
    case 'single':
    case '':
      return 1;
  }
}

/** Converts a typed amount. Throws if it is invalid, since the form has validated it. */
function parseCents(typed: string): Cents {
  const amount = parseTyped(typed);
  if (amount === undefined) throw new Error('The form has no valid amount');
  return amount;
}

/** Converts a typed number of dependents. Throws if it is invalid, since the form has validated it. */
function parseCount(typed: string): number {
  const count = parseDependents(typed);
  if (count === undefined) throw new Error('The form has no valid number of dependents');
  return count;
}

const toLoanProfile = ({ borrower, loanProgram, loanType, balance }: OtherLoan): ExternalLoanProfile => ({
  balance: parseCents(balance),
  owner: borrower === 'me' ? 'Borrower' : 'Spouse',
  program: loanProgram,
  loanType,
  interestRate: EXTERNAL_INTEREST_RATE,
});

/** Returns the household of a complete income form. The spouse's loans count only if they file jointly (R §4). */
export function toHousehold({ values, otherLoans }: Pick<IdrEntry, 'values' | 'otherLoans'>): Household {
  const counted = isMarriedJointly(values) ? otherLoans : withoutSpouseLoans(otherLoans);
  return {
    adjustedGrossIncome: parseCents(values.agi),
    numberOfChildDependents: parseCount(values.childDependents),
    numberOfOtherDependents: parseCount(values.adultDependents),
    maritalStatus: maritalStatusCode(values),
    externalLoanProfiles: counted.map(toLoanProfile),
  };
}

/** Returns the estimate request for a complete income form. */
export const toEstimatesRequest = (entry: Pick<IdrEntry, 'values' | 'otherLoans'>) =>
  estimatesRequestFor('IDR', toHousehold(entry));
