/** The requests for plan estimates for an income-driven plan (R §7), built from the input of the income step. */
import * as v from 'valibot';
import { type Dollars, dollarsFromCents, parseTyped } from '../../money.ts';
import {
  EXTERNAL_INTEREST_RATE,
  type EstimatesRequest,
  type MaritalStatusCode,
  UNKNOWN_HOUSEHOLD,
} from '../../plans/shapes.ts';
import { isMarriedJointly, parseDependents, withoutSpouseLoans } from './rules.ts';
import type { IdrEntry, IdrValues, OtherLoan } from './shapes.ts';

/** The request as it is sent: amounts in dollars. */
export type SentRequest = v.InferInput<typeof EstimatesRequest>;

/** The request on load, which only determines whether an income-driven plan is possible (R §7). */
export const PROBE: SentRequest = {
  ...UNKNOWN_HOUSEHOLD,
  planType: 'IDR',
  externalLoanProfiles: [],
};

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

/** Converts a typed amount for the wire. Throws if it is invalid, since the form has validated it. */
function dollarsOf(typed: string): Dollars {
  const amount = parseTyped(typed);
  if (amount === undefined) throw new Error('The form has no valid amount');
  return dollarsFromCents(amount);
}

/** Converts a typed number of dependents. Throws if it is invalid, since the form has validated it. */
function countOf(typed: string): number {
  const count = parseDependents(typed);
  if (count === undefined) throw new Error('The form has no valid number of dependents');
  return count;
}

const profileOf = ({
  borrower,
  loanProgram,
  loanType,
  balance,
}: OtherLoan): SentRequest['externalLoanProfiles'][number] => ({
  balance: dollarsOf(balance),
  owner: borrower === 'me' ? 'Borrower' : 'Spouse',
  program: loanProgram,
  loanType,
  interestRate: EXTERNAL_INTEREST_RATE,
});

/** The request for a complete income form. */
export function estimatesRequestOf({ values, otherLoans }: Pick<IdrEntry, 'values' | 'otherLoans'>): SentRequest {
  const counted = isMarriedJointly(values) ? otherLoans : withoutSpouseLoans(otherLoans);
  return {
    adjustedGrossIncome: dollarsOf(values.agi),
    numberOfChildDependents: countOf(values.childDependents),
    numberOfOtherDependents: countOf(values.adultDependents),
    maritalStatus: maritalStatusCode(values),
    planType: 'IDR',
    externalLoanProfiles: counted.map(profileOf),
  };
}
