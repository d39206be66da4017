/** Countries and their states, as forms offer them (P §3). */
import * as v from 'valibot';

/** A country by its two letters of ISO 3166-1. */
export const Country = v.object({ countryCode: v.string(), countryName: v.string() });
export type Country = v.InferOutput<typeof Country>;

/** A state, province or the like by its code within the country (ISO 3166-2). */
export const State = v.object({ stateCode: v.string(), stateName: v.string() });
export type State = v.InferOutput<typeof State>;

/** The United States of America. */
export const USA = 'US';
