/** The lists of the California privacy rights form (P §7): countries, and the states of the one that stands there at first. */
import type { PlainDate } from '#domain/calendar.ts';
import { demographics } from '#domain/demographics/calls.ts';
import { type Country, type State, USA } from '#domain/demographics/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

export interface PrivacyLists {
  readonly countries: readonly Country[];
  readonly states: readonly State[];
  /** The business day; null where it could not be read, so that the server alone validates against it. */
  readonly today: PlainDate | null;
}

export const privacyLists = loadParts<PrivacyLists>({
  id: 'privacyLists',
  description: 'The countries, the states of the United States and the business day are fetched',
  parts: (part) => ({
    countries: part(call(demographics.countries), { description: 'The countries to choose from' }),
    states: part(call(demographics.states), {
      description: 'The states of the country that most people live in',
      request: () => ({ params: { countryCode: USA } }),
    }),
    today: part(effects['clock.today'], {
      description: 'The day against which a date of birth is validated',
      default: null,
    }),
  }),
});
