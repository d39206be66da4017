/** Sample countries and states for models, tests and stories. */
import type { Country, State } from './shapes.ts';

export const sampleCountries: readonly Country[] = [
  { countryCode: 'US', countryName: 'United States' },
  { countryCode: 'GI', countryName: 'Gibraltar' },
];

export const sampleStates: readonly State[] = [
  { stateCode: 'IA', stateName: 'Iowa' },
  { stateCode: 'NE', stateName: 'Nebraska' },
];
