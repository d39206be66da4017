/** The limits of income and dependents that a request of estimates must keep (R §5, §9). Inclusive (ruling 42). */
import { type Cents, formatWholeUsd, toCents } from '../money.ts';
import type { FieldProblem, Messages } from '../issue.ts';

export type PlanIssue = { code: 'dependents.range'; min: number; max: number } | { code: 'agi.tooHigh'; max: number };

/** The limits, from the configuration. */
export interface PlanLimits {
  readonly minDependents: number;
  readonly maxDependents: number;
  /** The highest adjusted gross income, in dollars (`idrAgiMaxAmount`). */
  readonly idrAgiMaxAmount: number;
}

/** The sentences of the issues (R §5). */
export const planMessages: Messages<PlanIssue> = {
  'dependents.range': ({ min, max }) => `Must be between ${min} and ${max} dependents.`,
  'agi.tooHigh': ({ max }) => `Adjusted Gross Income must be less than ${formatWholeUsd(max)}.`,
};

/** The data checked against the limits. */
interface Limited {
  readonly adjustedGrossIncome: Cents;
  readonly numberOfChildDependents: number;
  readonly numberOfOtherDependents: number;
}

/** Returns the problems of a request, by its fields. */
export function limitProblems(
  request: Limited,
  { minDependents: min, maxDependents: max, idrAgiMaxAmount }: PlanLimits,
): FieldProblem<PlanIssue>[] {
  const problems: FieldProblem<PlanIssue>[] = [];
  if (request.adjustedGrossIncome > toCents(idrAgiMaxAmount * 100)) {
    problems.push({ field: 'adjustedGrossIncome', issue: { code: 'agi.tooHigh', max: idrAgiMaxAmount } });
  }
  for (const field of ['numberOfChildDependents', 'numberOfOtherDependents'] as const) {
    if (request[field] >= min && request[field] <= max) continue;
    problems.push({ field, issue: { code: 'dependents.range', min, max } });
  }
  return problems;
}
