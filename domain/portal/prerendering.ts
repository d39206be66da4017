/**
 * The picture of a page: the page as a visitor sees it, which the server puts into the document and the portal replaces by
 * the page itself (docs/decisions/prerendering.md).
 */
import type { DocumentData } from './document.ts';

/** The id of the element that holds the picture. */
export const PRERENDERED = 'prerendered';

/**
 * The cookie that says as much as the browser's own hint: somebody has signed in here and not logged out since. It says
 * nothing of who, and opens nothing; with it, the document has no picture of a visitor's page.
 */
export const SIGN_IN_COOKIE = 'has-signed-in';

/**
 * Draws the page at an address as HTML, from what comes with the document; undefined where the data do not suffice for the
 * whole page. `now` is the business clock's.
 */
export type Prerender = (data: DocumentData, address: string, now: Date) => Promise<string | undefined>;
