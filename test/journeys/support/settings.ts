/** Settings shared by the journeys and their server. */

/** The time at which the server starts: Friday, 20 November 2026, 10:00 in New York, before the cutoff. */
export const NOW = '2026-11-20T15:00:00Z';

/** The environment variable with the server's URL, for the test workers. */
export const ORIGIN_VARIABLE = 'JOURNEYS_ORIGIN';
