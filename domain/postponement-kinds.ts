/** The kinds of postponement. My Loans needs them without the types of applications. */
import * as v from 'valibot';

/** The kinds of postponement: five deferments and two types of forbearance. */
export const POSTPONEMENTS = [
  'unemployment',
  'rehabilitation',
  'economicHardship',
  'inSchool',
  'military',
  'mandatoryForbearance',
  'hardship',
] as const;
export const Postponement = v.picklist(POSTPONEMENTS);
export type Postponement = v.InferOutput<typeof Postponement>;

/** Returns whether a postponement is a forbearance. In a forbearance, interest accrues on subsidized loans too. */
export const isForbearance = (kind: Postponement): boolean => kind === 'hardship' || kind === 'mandatoryForbearance';
