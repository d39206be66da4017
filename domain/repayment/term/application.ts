/** The application step: the exit payment, the terms, and the submitted application (R §4, §5, §7, §9; ruling 31). */
import * as v from 'valibot';
import type { PlainDate } from '../../calendar.ts';
import { refuse } from '../../issue.ts';
import { type Cents, ZERO, dollarsFromCents, sumCents, toCents } from '../../money.ts';
import { type PlanEstimates, type ProgramEstimates } from '../../plans/shapes.ts';
import { EXTENDED, isIbr } from '../../plan-names.ts';
import { termsEntries } from '../../terms.ts';
import { getSubmitCode } from '../../plans/catalogue.ts';
import { changingPrograms, isEnrolledInIbrAndChanging, termPrograms } from './selection.ts';
import {
  EXIT_PAYMENTS,
  type ExitPayment,
  type OtherLoansValues,
  type PlanSelection,
  type TermApplicationValues,
  type TermSubmission,
} from './shapes.ts';

/** An issue with the application. */
export type TermApplicationIssue = { readonly code: 'exitPayment.required' } | { readonly code: 'terms.required' };

export const startingTermApplication: TermApplicationValues = { exitPayment: '', terms: false };

/** The least that a borrower pays to leave IBR, in cents: $5.00 (R §5, §9). */
export const MINIMUM_EXIT_PAYMENT: Cents = toCents(500);

/**
 * Returns the borrower's current monthly IBR payment in a program, in cents. Other loans of the program may be on other
 * plans.
 */
function computeIbrAmount({ enrolledInIbr, currentLoans, currentRepaymentPlan }: ProgramEstimates): Cents {
  if (!enrolledInIbr) return ZERO;
  const onIbr = currentLoans.filter(({ currentPlanName }) => isIbr(currentPlanName));
  return onIbr.length > 0
    ? sumCents(onIbr.map(({ currentAmount }) => currentAmount))
    : (currentRepaymentPlan?.total ?? ZERO);
}

/**
 * Returns the borrower's current monthly IBR payment in cents, in all programs, including one that stays on IBR (R §5).
 */
export const currentIbrAmount = (estimates: PlanEstimates): Cents =>
  sumCents(termPrograms(estimates).map((program) => computeIbrAmount(program.estimates)));

/** A choice of the exit payment, in cents. */
export interface ExitPaymentChoice {
  readonly choice: ExitPayment;
  readonly amount: Cents;
}

/**
 * Returns the exit payments to choose from (R §5); none if no exit payment is required. A current payment of $0.00 pays
 * nothing, and one of $5.00 equals the first choice, so neither is a second choice.
 */
export function exitPaymentChoices(estimates: PlanEstimates, selection: PlanSelection): readonly ExitPaymentChoice[] {
  if (!isEnrolledInIbrAndChanging(estimates, selection)) return [];
  const amounts: Readonly<Record<ExitPayment, Cents>> = {
    minimum: MINIMUM_EXIT_PAYMENT,
    currentIbr: currentIbrAmount(estimates),
  };
  return EXIT_PAYMENTS.map((choice) => ({ choice, amount: amounts[choice] })).filter(
    ({ choice, amount }) => choice === 'minimum' || (amount !== ZERO && amount !== MINIMUM_EXIT_PAYMENT),
  );
}

/** Returns the chosen exit payment in cents (`exitIbrOneTimePaymentAmount`, R §3); 0 if none applies. */
export const exitPaymentAmount = (
  choices: readonly ExitPaymentChoice[],
  { exitPayment }: Pick<TermApplicationValues, 'exitPayment'>,
): Cents => choices.find(({ choice }) => choice === exitPayment)?.amount ?? ZERO;

/** Returns the form schema of the step: the exit payment is required if one applies (R §5). */
export function termApplicationSchema(choices: readonly ExitPaymentChoice[]): v.GenericSchema {
  if (choices.length === 0) return v.looseObject(termsEntries);
  const exitPayment = v.picklist(
    choices.map(({ choice }) => choice),
    refuse({ code: 'exitPayment.required' } satisfies TermApplicationIssue),
  );
  return v.looseObject({ exitPayment, ...termsEntries });
}

const EXTENDED_CODES = EXTENDED.map(getSubmitCode);

/**
 * Returns whether an application waits for a document that shows the loans elsewhere: an extended plan, with loans elsewhere
 * (ruling 103).
 */
export const needsProofOfLoans = ({
  hasExternalLoans,
  plans,
}: {
  readonly hasExternalLoans: boolean;
  readonly plans: readonly { readonly planType: number }[];
}): boolean => hasExternalLoans && plans.some(({ planType }) => EXTENDED_CODES.includes(planType));

/** The application. */
export interface TermApplication {
  readonly estimates: PlanEstimates;
  readonly selection: PlanSelection;
  readonly hasOtherLoans: OtherLoansValues['hasOtherLoans'];
  readonly values: TermApplicationValues;
}

/** Returns the numeric codes of the plans that change (R §9). */
const changingPlans = ({ estimates, selection }: Pick<TermApplication, 'estimates' | 'selection'>) =>
  changingPrograms(estimates, selection).map(({ program, field }) => ({
    loanProgramGroupType: program,
    planType: getSubmitCode(selection[field]),
  }));

/** Returns whether the application waits for proof of the loans elsewhere ({@link needsProofOfLoans}). */
export const isWaitingForProof = (application: Omit<TermApplication, 'values'>): boolean =>
  needsProofOfLoans({ hasExternalLoans: application.hasOtherLoans === 'yes', plans: changingPlans(application) });

/** Builds the request body of the application (R §7). It names only the programs that change (ruling 31). */
export function termSubmission(
  { estimates, selection, hasOtherLoans, values }: TermApplication,
  today: PlainDate,
): v.InferInput<typeof TermSubmission> {
  return {
    eligibleLoans: changingPlans({ estimates, selection }),
    hasExternalLoans: hasOtherLoans === 'yes',
    esignDate: today,
    extraAmount: dollarsFromCents(exitPaymentAmount(exitPaymentChoices(estimates, selection), values)),
  };
}
