/** The rules of the income step (R §4 IDR, §5 IDR income form). */
import * as v from 'valibot';
import { validatedText } from '../../issue.ts';
import { type Cents, centsFromDollars, formatTyped, isBeyondCents, parseTyped } from '../../money.ts';
import type { PlanIssue } from '../../plans/limits.ts';
import { LoanProgram, MAX_EXTERNAL_BALANCE } from '../../plans/shapes.ts';
import {
  type IdrEntry,
  type IdrValues,
  LoanOwner,
  MARRIAGE_STATUSES,
  type OtherLoan,
  type OtherLoanValues,
} from './shapes.ts';

export type IdrIssue =
  | PlanIssue
  | { code: 'marriageStatus.required' }
  | { code: 'agi.required' }
  | { code: 'agi.format' }
  | { code: 'loanOwner.required' }
  | { code: 'loanProgram.required' }
  | { code: 'loanType.required' }
  | { code: 'balance.required' }
  | { code: 'balance.format' }
  | { code: 'balance.tooLow' };

/** The limits of the income form, from the configuration. */
export interface IdrLimits {
  readonly minDependents: number;
  readonly maxDependents: number;
  /** The highest adjusted gross income, in dollars (`idrAgiMaxAmount`). */
  readonly idrAgiMaxAmount: number;
  /** The adjusted gross income in dollars from which the borrower must confirm it (`idrAgiValidateThreshold`). */
  readonly agiThreshold: number;
}

const WHOLE_NUMBER = /^\d{1,4}$/;

/** Parses a number of dependents as typed. Returns undefined for anything but a whole number. */
export const parseDependents = (typed: string): number | undefined =>
  WHOLE_NUMBER.test(typed.trim()) ? Number(typed) : undefined;

/** Validates a number of dependents. */
export function validateDependents(
  typed: string,
  { minDependents: min, maxDependents: max }: Pick<IdrLimits, 'minDependents' | 'maxDependents'>,
): IdrIssue | undefined {
  const count = parseDependents(typed);
  return count === undefined || count < min || count > max ? { code: 'dependents.range', min, max } : undefined;
}

const dollarsToCents = (dollars: number): Cents => {
  const cents = centsFromDollars(dollars);
  if (cents === undefined) throw new RangeError(`Not an amount: ${dollars}`);
  return cents;
};

/** Validates an adjusted gross income. The maximum is accepted, although the message says "less than" (ruling 42). */
export function validateAgi(
  typed: string,
  { idrAgiMaxAmount: max }: Pick<IdrLimits, 'idrAgiMaxAmount'>,
): IdrIssue | undefined {
  if (typed.trim() === '') return { code: 'agi.required' };
  if (isBeyondCents(typed)) return { code: 'agi.tooHigh', max };
  const agi = parseTyped(typed);
  if (agi === undefined) return { code: 'agi.format' };
  return agi > dollarsToCents(max) ? { code: 'agi.tooHigh', max } : undefined;
}

/** Creates the schema of a choice that must be one of `offered`. */
const validatedChoice = (offered: readonly string[], issue: IdrIssue) =>
  validatedText((value) => (offered.includes(value) ? undefined : issue));

/** Creates the schema of the income form. The filing status always has a value, and counts for married borrowers only. */
export const idrSchema = (limits: IdrLimits) =>
  v.looseObject({
    marriageStatus: validatedChoice(MARRIAGE_STATUSES, { code: 'marriageStatus.required' }),
    childDependents: validatedText((typed) => validateDependents(typed, limits)),
    adultDependents: validatedText((typed) => validateDependents(typed, limits)),
    agi: validatedText((typed) => validateAgi(typed, limits)),
  });

/** The initial income form: married borrowers file jointly by default (R §5). */
export const startingValues: IdrValues = {
  marriageStatus: '',
  taxFiling: 'jointly',
  childDependents: '',
  adultDependents: '',
  agi: '',
};

export const startingEntry: IdrEntry = { values: startingValues, otherLoans: [], confirmedAgi: '' };

/** Formats an amount with two decimals and without commas (R §5). Leaves any other text unchanged. */
function normalizeAmount(typed: string): string {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : formatTyped(amount);
}

/** Returns the value of a field after it loses focus: no dependents become 0, an income has two decimals (R §5). */
export function normalizeField(field: string, typed: string): string {
  if (field === 'childDependents' || field === 'adultDependents') return typed.trim() === '' ? '0' : typed;
  return field === 'agi' ? normalizeAmount(typed) : typed;
}

/** Returns whether the income is so high that the borrower must confirm it. */
export function needsConfirmation(
  { values: { agi }, confirmedAgi }: Pick<IdrEntry, 'values' | 'confirmedAgi'>,
  { agiThreshold }: Pick<IdrLimits, 'agiThreshold'>,
): boolean {
  const amount = parseTyped(agi);
  return amount !== undefined && amount >= dollarsToCents(agiThreshold) && parseTyped(confirmedAgi) !== amount;
}

/** Returns whether the borrower is married and files jointly: the spouse's loans then count (R §4). */
export const isMarriedJointly = ({
  marriageStatus,
  taxFiling,
}: Pick<IdrValues, 'marriageStatus' | 'taxFiling'>): boolean => marriageStatus === 'married' && taxFiling === 'jointly';

/** Returns the loans without those of the spouse, which are removed when the marital or filing status changes (R §4). */
export const withoutSpouseLoans = (loans: readonly OtherLoan[]): OtherLoan[] =>
  loans.filter(({ borrower }) => borrower !== 'spouse');

/** The loan types of each program, as they are offered. */
export const LOAN_TYPES: Readonly<Record<LoanProgram, readonly string[]>> = {
  Direct: [
    'Direct Subsidized',
    'Direct Unsubsidized',
    'Direct PLUS',
    'Direct Parent PLUS',
    'Direct Consolidation',
    'Direct Consolidation (repaid Parent PLUS)',
  ],
  FFELP: [
    'Stafford Subsidized',
    'Stafford Unsubsidized',
    'FFELP PLUS',
    'FFELP Parent PLUS',
    'FFELP Consolidation',
    'FFELP Consolidation (repaid Parent PLUS)',
  ],
};

/** Returns the loan types of a program; none while no program is chosen. */
export const getLoanTypes = (program: string): readonly string[] => {
  const parsed = v.safeParse(LoanProgram, program);
  return parsed.success ? LOAN_TYPES[parsed.output] : [];
};

/** Validates the balance of another loan: at least one cent (R §9). */
export function validateBalance(typed: string): IdrIssue | undefined {
  if (typed.trim() === '') return { code: 'balance.required' };
  const balance = parseTyped(typed);
  if (balance === undefined || balance > MAX_EXTERNAL_BALANCE) return { code: 'balance.format' };
  return balance > 0 ? undefined : { code: 'balance.tooLow' };
}

/** Whether the dialog asks for the owner of the loan; otherwise the owner is the borrower. */
export interface OtherLoanDeps {
  readonly asksOwner: boolean;
}

/** Creates the schema of the Add Loan dialog. */
export function otherLoanSchema({ asksOwner }: OtherLoanDeps, { loanProgram }: OtherLoanValues) {
  const entries = {
    loanProgram: validatedChoice(LoanProgram.options, { code: 'loanProgram.required' }),
    loanType: validatedChoice(getLoanTypes(loanProgram), { code: 'loanType.required' }),
    balance: validatedText(validateBalance),
  };
  return asksOwner
    ? v.looseObject({ borrower: validatedChoice(LoanOwner.options, { code: 'loanOwner.required' }), ...entries })
    : v.looseObject(entries);
}

/** Returns the initial values of the dialog: the loan is the borrower's unless a spouse's loan can count. */
export const startingOtherLoan = ({ asksOwner }: OtherLoanDeps): OtherLoanValues => ({
  borrower: asksOwner ? '' : 'me',
  loanProgram: '',
  loanType: '',
  balance: '',
});

/** Returns the values after a field changed: another program has other loan types (R §5). */
export const otherLoanAfter = (field: string, values: OtherLoanValues): OtherLoanValues =>
  field === 'loanProgram' ? { ...values, loanType: '' } : values;

/** Returns the value of a balance after its field loses focus: two decimals, no commas. */
export const normalizeOtherLoan = (field: string, typed: string): string =>
  field === 'balance' ? normalizeAmount(typed) : typed;

/** Converts a complete form to a loan. Throws if the form is not complete. */
export const toOtherLoan = ({ borrower, loanProgram, loanType, balance }: OtherLoanValues): OtherLoan => ({
  borrower: v.parse(LoanOwner, borrower),
  loanProgram: v.parse(LoanProgram, loanProgram),
  loanType,
  balance: normalizeAmount(balance),
});
