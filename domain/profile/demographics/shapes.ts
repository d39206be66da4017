/** The countries and states that forms offer (P §3). */
import * as v from 'valibot';

/** A country with its two-letter code (ISO 3166-1). */
export const Country = v.object({ countryCode: v.string(), countryName: v.string() });
export type Country = v.InferOutput<typeof Country>;

/** A state, province or similar with its code within the country (ISO 3166-2). */
export const State = v.object({ stateCode: v.string(), stateName: v.string() });
export type State = v.InferOutput<typeof State>;

export const USA = 'US';
