/** The request bodies of deferment applications (R §7), built from the qualification. */
import type { PlainDate } from '../../calendar.ts';
import type { CallRequest } from '../../call.ts';
import type { deferment } from './calls.ts';
import type { DefermentQualification } from './shapes.ts';

/** Builds the body of an unemployment application. */
export const unemploymentRequest = (
  { defermentOption }: DefermentQualification,
  unemploymentDate: PlainDate,
): CallRequest<typeof deferment.applyUnemployment>['body'] => ({
  unemploymentDate,
  unemploymentBenefits: defermentOption === 'UnemploymentBenefits',
});

const SITUATIONS = ['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty'] as const;

/**
 * Builds the body of an economic hardship application. Family size and income are 0 unless the option is Poverty.
 * Throws a `RangeError` for an option of another deferment type.
 */
export function economicHardshipRequest(
  { defermentOption, familySize, monthlyIncome }: DefermentQualification,
  startDate: PlainDate,
): CallRequest<typeof deferment.applyEconomicHardship>['body'] {
  const selectedPlan = SITUATIONS.find((situation) => situation === defermentOption);
  if (selectedPlan === undefined) throw new RangeError(`${defermentOption} is not an economic hardship option`);
  return { selectedPlan, startDate, familySize: familySize ?? 0, monthlyIncome: monthlyIncome ?? 0 };
}
