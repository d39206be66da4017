/**
 * The names by which the tabs of an application and the flow workbench find each other. In a separate file, since the
 * application's first script needs one.
 */

/** The BroadcastChannel of the messages. Only tabs of the same origin hear it. */
export const LIVE_CHANNEL = 'flows-live';

/** The key in `localStorage` under which the workbench asks the application's tabs to send. */
export const LIVE_KEY = 'flows-live';
