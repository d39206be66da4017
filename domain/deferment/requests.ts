/** What is sent for a deferment that is chosen by type (R §7), made from what the steps have found out. */
import type { PlainDate } from '../calendar.ts';
import type { CallRequest } from '../call.ts';
import type { deferment } from './calls.ts';
import type { DefermentQualification } from './shapes.ts';

/** The body of an unemployment application. */
export const unemploymentRequest = (
  { defermentOption }: DefermentQualification,
  unemploymentDate: PlainDate,
): CallRequest<typeof deferment.applyUnemployment>['body'] => ({
  unemploymentDate,
  unemploymentBenefits: defermentOption === 'UnemploymentBenefits',
});

const SITUATIONS = ['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty'] as const;

/**
 * The body of an economic hardship application. Family size and income are 0 unless the option is Poverty. Refuses an option
 * of another type with a `RangeError`.
 */
export function economicHardshipRequest(
  { defermentOption, familySize, monthlyIncome }: DefermentQualification,
  startDate: PlainDate,
): CallRequest<typeof deferment.applyEconomicHardship>['body'] {
  const selectedPlan = SITUATIONS.find((situation) => situation === defermentOption);
  if (selectedPlan === undefined) throw new RangeError(`${defermentOption} is no economic hardship`);
  return { selectedPlan, startDate, familySize: familySize ?? 0, monthlyIncome: monthlyIncome ?? 0 };
}
