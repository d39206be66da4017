/** The calls for the country and state lists of forms (P §7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Country, State } from './shapes.ts';

export const demographics = {
  countries: defineCall({
    id: 'demographics.countries',
    method: 'GET',
    path: 'countries',
    summary: 'All countries by name, the United States first',
    access: ['public'],
    timeLimit: 'read',
    response: v.array(Country),
  }),
  states: defineCall({
    id: 'demographics.states',
    method: 'GET',
    path: 'countries/:countryCode/states',
    summary: 'The states of a country by name; none where it has none. 404 for a country that is not in the list',
    access: ['public'],
    timeLimit: 'read',
    params: v.object({ countryCode: v.pipe(v.string(), v.maxLength(20)) }),
    response: v.array(State),
  }),
};
