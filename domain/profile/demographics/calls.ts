/** The calls for the country and state lists of forms (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { Country, State } from './shapes.ts';

export const demographics = {
  countries: defineCall({
    id: 'demographics.countries',
    method: 'GET',
    path: 'countries',
    summary: 'Returns all countries by name, the United States first',
    access: ['public'],
    timeLimit: 'read',
    response: v.array(Country),
  }),
  states: defineCall({
    id: 'demographics.states',
    method: 'GET',
    path: 'countries/:countryCode/states',
    summary: 'Returns the states of a country by name. The list may be empty. Returns 404 for an unknown country',
    access: ['public'],
    timeLimit: 'read',
    params: v.object({ countryCode: v.pipe(v.string(), v.maxLength(20)) }),
    response: v.array(State),
  }),
};
