/** The messages about logging in that several pages show. */

/** Logging in is impossible without storage: the browser blocks it for the site, or has no room left (ruling 111). */
export const storageNeeded =
  'Logging in needs cookies and site data. Your browser blocks them for this site, or has no room left. Allow them or make room, then try again.';
