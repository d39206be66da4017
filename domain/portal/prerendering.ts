/**
 * The picture of a page, which the server puts into the document and the portal replaces by the page itself: a public page as a
 * visitor sees it, of a page for signed-in people its frame (docs/decisions/prerendering.md).
 */
import type { DocumentData } from './document.ts';

/** The id of the element that holds the picture. */
export const PRERENDERED = 'prerendered';

/**
 * The cookie that says as much as the browser's own hint: somebody has signed in here and not logged out since. It says
 * nothing of who, and opens nothing; with it, the document has no picture of a visitor's page.
 */
export const SIGN_IN_COOKIE = 'has-signed-in';

/** What marks a picture as a frame: what stands around a page while it is asked who is signed in, with the page's title. */
export const FRAME_ATTRIBUTE = 'data-frame';

/**
 * Draws the page at an address as HTML, or its frame, from what comes with the document; undefined where the data do not suffice
 * for it. `now` is the business clock's.
 */
export type Prerender = (data: DocumentData, address: string, now: Date) => Promise<string | undefined>;
