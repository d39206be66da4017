/**
 * Loads the lists of the California privacy rights form (P §7): the countries, and the states of the preselected
 * country.
 */
import type { PlainDate } from '#domain/calendar.ts';
import { demographics } from '#domain/profile/demographics/calls.ts';
import { type Country, type State, USA } from '#domain/profile/demographics/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

export interface PrivacyLists {
  readonly countries: readonly Country[];
  readonly states: readonly State[];
  /** Business day, or null if it could not be loaded; then only the server validates against it. */
  readonly today: PlainDate | null;
}

export const privacyLists = loadParts<PrivacyLists>({
  id: 'privacyLists',
  description: 'The countries, the states of the United States and the business day load in parallel',
  parts: (part) => ({
    countries: part(call(demographics.countries), { description: 'List of countries' }),
    states: part(call(demographics.states), {
      description: 'States of the preselected country',
      request: () => ({ params: { countryCode: USA } }),
    }),
    today: part(effects['clock.today'], {
      description: 'Business day for the validation of a date of birth',
      default: null,
    }),
  }),
});
