/** What the first script and the script in `index.html` agree on when the portal cannot start. */

/** The id of the element of the first script. */
export const FIRST_SCRIPT = 'first-script';

/** The event of the window by which the first script reports that the portal's code failed to load. */
export const START_FAILED = 'portal-start-failed';
