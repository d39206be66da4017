/** What the journeys and the server that they use have agreed on. */

/** Friday, 20 November 2026, 10:00 in New York, when the server starts: payments for the same day are still taken. */
export const NOW = '2026-11-20T15:00:00Z';

/** The environment variable in which the workers find the server's address. */
export const ORIGIN_VARIABLE = 'JOURNEYS_ORIGIN';
