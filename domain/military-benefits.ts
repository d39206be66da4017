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
