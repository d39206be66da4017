/**
 * Names shared by the bootstrap script and the inline script in `index.html`, which shows an error if the portal cannot
 * start.
 */

/** The id of the bootstrap script's element. */
export const FIRST_SCRIPT = 'first-script';

/** The window event by which the bootstrap script reports that the portal's code failed to load. */
export const START_FAILED = 'portal-start-failed';
