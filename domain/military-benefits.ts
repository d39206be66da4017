/** The benefits of active duty in the armed forces (R §4 Military). */
import * as v from 'valibot';

/** The benefits for borrowers on active duty, in display order. */
export const BENEFITS = [
  'scra',
  'militaryDeferment',
  'twelveMonthDeferment',
  'heroesAct',
  'hostileDuty',
  'mandatoryForbearance',
] as const;
export const Benefit = v.picklist(BENEFITS);
export type Benefit = v.InferOutput<typeof Benefit>;

/** The display names of the benefits. */
export const benefitNames: Readonly<Record<Benefit, string>> = {
  scra: 'Interest Rate Limit (SCRA)',
  militaryDeferment: 'Military Service Deferment',
  twelveMonthDeferment: '12-Month Military Service Deferment',
  heroesAct: 'HEROES Act Waiver',
  hostileDuty: 'No Interest During Hostile Duty',
  mandatoryForbearance: 'Mandatory Forbearance',
};
