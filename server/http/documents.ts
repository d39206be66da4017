/**
 * Builds the HTML document for each portal address: the app shell with embedded data and prerendered markup
 * (docs/decisions/document-data.md, docs/decisions/prerendering.md).
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_DATA, type DocumentData } from '#domain/portal/document.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { FRAME_ATTRIBUTE, PRERENDERED, type Prerender } from '#domain/portal/prerendering.ts';
import { withoutScripts } from '#domain/without-scripts.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { AuthorizationPrefetch } from './authorization-prefetch.ts';
import { inlineScriptsIn } from './inline-scripts.ts';
import { type Preload, type Preloads, readPreloads } from './preload.ts';
import { type ReadyBody, readyBodies } from './ready-body.ts';

/** Data embedded in one page, in addition to the common data. */
export interface PageData {
  readonly answers: DocumentData['answers'];
  /** The initial reads by role. Undefined for public pages. */
  readonly initialReads: DocumentData['initialReads'];
  /** The canonical path for which the page or its frame is prerendered. Undefined if it is not prerendered. */
  readonly prerenderedAddress: string | undefined;
}

/**
 * Returns the prerendered markup of the page at an address, or undefined. `data` is the data embedded in its document.
 */
export type PrerenderedPages = (address: string, data: Parameters<Prerender>[0]) => Promise<string | undefined>;

export interface DocumentDeps {
  /** The folder that contains the built portal. */
  readonly portal: string;
  /** The source of the servicer's name and phone number in the document. */
  readonly configuration: Configuration;
  /** Data embedded in every page. */
  readonly documentData: DocumentData;
  /** Returns additional data for the page at one address. */
  readonly pageData: (address: string) => PageData;
  readonly prerenderedPages: PrerenderedPages;
  /**
   * The inline script that starts the authorization request while the document loads. Undefined if the portal does not
   * use the embedded provider.
   */
  readonly authorizationPrefetch: AuthorizationPrefetch | undefined;
}

export interface PortalDocument {
  readonly body: ReadyBody;
  /** Whether the HTML depends on the sign-in cookie. */
  readonly varies: boolean;
  /** CSP sources (hashes) for the inline scripts of the build. */
  readonly inlineScripts: readonly string[];
}

/** Renders the data as a JSON script element. Escapes `<`, so that no value can close the element. */
const renderData = (data: DocumentData): string =>
  `<script type="application/json" id="${DOCUMENT_DATA}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const renderPreload = ({ file, priority }: Preload): string =>
  `<link rel="modulepreload" crossorigin fetchpriority="${priority}" href="/${file}">`;

const preloadOfFont = (file: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;

/** The React root element. The prerendered markup precedes it, and the stylesheet hides it while that markup exists. */
const ROOT = '<div id="root">';
const withPrerenderedPage = (html: string, prerendered: string, attribute = ''): string =>
  html.replace(ROOT, () => `<div id="${PRERENDERED}"${attribute} inert aria-hidden="true">${prerendered}</div>${ROOT}`);

/**
 * Inserts markup after the title: before the scripts, which would delay it, and before the stylesheet, which would
 * block an inline script.
 */
const withFirst = (html: string, first: string): string => html.replace('</title>', () => `</title>${first}`);

/** Returns the document for an address, or undefined if the portal has not been built. */
export type Documents = (address: string, hasSignedIn: boolean) => Promise<PortalDocument | undefined>;

/** How long a document is used, in milliseconds. Its markup changes with the business day and with a new build. */
const KEPT_FOR = 10_000;
/** Maximum number of documents. It exceeds the number of portal pages, each with and without sign-in cookie. */
const KEPT = 400;

/** Creates the documents. All addresses of a route, and all addresses without a page, share one. */
export function createDocuments(deps: DocumentDeps): Documents {
  const written = createWriter(deps);
  const getBody = readyBodies();
  const documents = new LRUCache<string, Promise<PortalDocument>>({ max: KEPT, ttl: KEPT_FOR });
  return async (address, hasSignedIn) => {
    const file = join(deps.portal, 'index.html');
    const built = await stat(file).catch(() => undefined);
    if (built === undefined) return undefined;
    const page = deps.pageData(address);
    const key = JSON.stringify([built.mtimeMs, hasSignedIn, findRoute(address)?.path, page.prerenderedAddress]);
    const make = async () => {
      const { html, ...others } = await written(await readFile(file, 'utf8'), address, page, hasSignedIn);
      return { ...others, body: getBody(html) };
    };
    let document = documents.get(key);
    if (document === undefined) {
      document = make();
      documents.set(key, document);
      document.catch(() => documents.delete(key));
    }
    return document;
  };
}

/** The parts of a document before it is compressed. */
type Written = Omit<PortalDocument, 'body'> & { readonly html: string };

function createWriter(deps: DocumentDeps) {
  const { portal, configuration, documentData, prerenderedPages, authorizationPrefetch } = deps;
  /** The built page and its preloads. Reloaded after the page on disk changes. */
  let known:
    | { readonly built: string; readonly preloads: Preloads; readonly inlineScripts: readonly string[] }
    | undefined;

  return async (built: string, address: string, page: PageData, hasSignedIn: boolean): Promise<Written> => {
    if (known?.built !== built) {
      known = { built, preloads: await readPreloads(portal), inlineScripts: inlineScriptsIn(built) };
    }
    const { answers, initialReads, prerenderedAddress } = page;
    const { inlineScripts } = known;
    const { getScripts, fonts } = known.preloads;
    const isForSignedIn = initialReads !== undefined;
    // Pages that require a session render only after authorization, so their own scripts are not preloaded.
    const isEarly = ({ priority }: Preload) => !isForSignedIn || priority === 'high';
    const all = getScripts(address);
    const pageScripts = all.filter((each) => !isEarly(each)).map((each) => `/${each.file}`);
    const data = { ...documentData, answers: { ...documentData.answers, ...answers }, initialReads, pageScripts };
    const scripts = all.filter(isEarly).map(renderPreload).join('');
    const html = withoutScripts(built, configuration).replace('</head>', () => `${scripts}${renderData(data)}</head>`);
    // A browser with a sign-in cookie does not get the markup of a public page. The frame of pages that require a
    // session is the same for all borrowers.
    const isShown = prerenderedAddress !== undefined && (isForSignedIn || !hasSignedIn);
    const prerendered = isShown ? await prerenderedPages(prerenderedAddress, data) : undefined;
    if (isForSignedIn) {
      const asking = withFirst(html, authorizationPrefetch?.element ?? '');
      const frame =
        prerendered === undefined ? asking : withPrerenderedPage(asking, prerendered, ` ${FRAME_ATTRIBUTE}`);
      return { html: frame, varies: false, inlineScripts };
    }
    const withFonts = (document: string) => withFirst(document, fonts.map(preloadOfFont).join(''));
    // The log-in page has fetched the fonts, so that they take no bandwidth from the scripts.
    if (findRoute(address)?.page === 'callback') return { html: withFonts(html), varies: false, inlineScripts };
    if (prerendered === undefined) return { html, varies: prerenderedAddress !== undefined, inlineScripts };
    return { html: withFonts(withPrerenderedPage(html, prerendered)), varies: true, inlineScripts };
  };
}
