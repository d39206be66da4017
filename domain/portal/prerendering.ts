/**
 * Prerendered pages. The server embeds the prerendered HTML in the document, and the portal replaces it with the real
 * page: a public page as a visitor sees it, or only the frame of a page for signed-in people
 * (docs/decisions/prerendering.md).
 */
import type { DocumentData } from './document.ts';

/** The id of the element with the prerendered HTML. */
export const PRERENDERED = 'prerendered';

/**
 * The cookie that tells the server that a person has signed in on this browser and not logged out since. It does not
 * identify the person and grants no access. With the cookie, the document contains no prerendered visitor page.
 */
export const SIGN_IN_COOKIE = 'has-signed-in';

/**
 * The attribute of a prerendered frame: header, footer and title without the page's content, shown while the portal
 * checks the session.
 */
export const FRAME_ATTRIBUTE = 'data-frame';

/**
 * Prerenders the page at a path, or its frame, from the document's data. Returns undefined if the data is not
 * sufficient. `now` is the time of the business clock.
 */
export type Prerender = (data: DocumentData, address: string, now: Date) => Promise<string | undefined>;
