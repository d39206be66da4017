/**
 * The qualification step: the question about loans elsewhere, and the entered balances (R §4, §5; rulings 30, 38, 56).
 */
import * as v from 'valibot';
import { refuse, validatedText } from '../../issue.ts';
import { type Cents, ZERO, formatUsd, parseTyped, subtractCents, sumCents, toCents } from '../../money.ts';
import { EXTERNAL_INTEREST_RATE, type LoanProgram, MAX_EXTERNAL_BALANCE } from '../../plans/shapes.ts';
import { type Household, UNKNOWN_HOUSEHOLD, estimatesRequestFor } from '../../plans/household.ts';
import type { OtherLoansValues, ProgramBalances, TermLoanInfo } from './shapes.ts';

/** An issue with the answers about other loans. */
export type OtherLoansIssue =
  | { readonly code: 'otherLoans.required' }
  | { readonly code: 'balance.invalid' }
  | { readonly code: 'balance.negative' }
  | { readonly code: 'balance.bothZero' };

/** Returns the amount owed here in each program, in cents. */
export function programBalances({
  borrowerAccountPayments,
}: Pick<TermLoanInfo, 'borrowerAccountPayments'>): ProgramBalances {
  const groups = borrowerAccountPayments.flatMap(({ borrowerGroupPayments }) => borrowerGroupPayments);
  const owedIn = (program: LoanProgram): Cents =>
    sumCents(groups.filter(({ loanType }) => loanType === program).map(({ currentBalance }) => currentBalance));
  return { direct: owedIn('Direct'), ffel: owedIn('FFELP') };
}

/**
 * Returns whether the question about loans elsewhere applies (R §4): if the amount owed in a program is above 0 and below
 * the threshold, so that loans elsewhere could reach it. Exactly the threshold is not below it (ruling 30). Amounts in
 * cents.
 */
export const isQuestionShown = ({ direct, ffel }: ProgramBalances, threshold: Cents): boolean =>
  [direct, ffel].some((balance) => balance > 0 && balance < threshold);

/** Returns the configured threshold (`termRepaymentAmount`, in dollars) in cents. */
export const toThreshold = (termRepaymentAmount: number): Cents => toCents(Math.round(termRepaymentAmount * 100));

export const nothingAnswered: OtherLoansValues = { hasOtherLoans: '', directLoanBalance: '', ffelLoanBalance: '' };

/** Parses a typed balance to cents: an empty field is 0 (ruling 30), a minus sign before an amount makes it negative. */
function parseBalance(typed: string): Cents | undefined {
  const text = typed.trim();
  if (text === '') return ZERO;
  const [, minus, amount = ''] = /^(-?)(.*)$/s.exec(text) ?? [];
  const size = parseTyped(amount);
  return size === undefined || minus !== '-' ? size : subtractCents(ZERO, size);
}

/** Returns the issue with one balance; undefined if it is valid. */
function balanceIssue(typed: string): OtherLoansIssue | undefined {
  const balance = parseBalance(typed);
  if (balance === undefined || balance > MAX_EXTERNAL_BALANCE) return { code: 'balance.invalid' };
  return balance < 0 ? { code: 'balance.negative' } : undefined;
}

/**
 * The issue of two balances of 0 belongs to the second field, so that it does not appear before the borrower can fill
 * that in.
 */
function bothZeroIssue({ directLoanBalance, ffelLoanBalance }: OtherLoansValues): OtherLoansIssue | undefined {
  const isNone = parseBalance(directLoanBalance) === 0 && parseBalance(ffelLoanBalance) === 0;
  return isNone ? { code: 'balance.bothZero' } : undefined;
}

/** Creates the schema of the step. Balances count only after Yes (R §4). */
export function otherLoansSchema(values: OtherLoansValues): v.GenericSchema {
  const answered = { hasOtherLoans: v.picklist(['yes', 'no'], refuse({ code: 'otherLoans.required' })) };
  if (values.hasOtherLoans !== 'yes') return v.looseObject(answered);
  return v.looseObject({
    ...answered,
    directLoanBalance: validatedText(balanceIssue),
    ffelLoanBalance: validatedText((typed) => balanceIssue(typed) ?? bothZeroIssue(values)),
  });
}

/**
 * Formats a balance when its field loses focus: thousands separators and two decimals (R §2). Invalid text does not
 * change.
 */
export function formatBalance(typed: string): string {
  const balance = parseBalance(typed);
  if (typed.trim() === '' || balance === undefined) return typed;
  return formatUsd(balance).replace('$', '');
}

/**
 * Returns the household for term-based plans, which do not depend on income and family: the loans elsewhere, of the programs
 * `Direct` and `FFEL` (R §7, ruling 40). Without any, both balances are 0. Throws if a balance is not an amount, which the
 * form has ruled out.
 */
export function termHousehold(values: OtherLoansValues): Household {
  const parseCents = (typed: string): Cents => {
    if (values.hasOtherLoans !== 'yes') return ZERO;
    const balance = parseBalance(typed);
    if (balance === undefined) throw new Error('The form has no valid balance');
    return balance;
  };
  const profile = (program: 'Direct' | 'FFEL', typed: string) => ({
    balance: parseCents(typed),
    owner: 'Borrower' as const,
    program,
    loanType: program,
    interestRate: EXTERNAL_INTEREST_RATE,
  });
  return {
    ...UNKNOWN_HOUSEHOLD,
    externalLoanProfiles: [profile('Direct', values.directLoanBalance), profile('FFEL', values.ffelLoanBalance)],
  };
}

/** Returns the estimate request for term-based plans (R §7). */
export const termEstimatesRequest = (values: OtherLoansValues) => estimatesRequestFor('Term', termHousehold(values));
