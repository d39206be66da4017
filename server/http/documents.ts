/**
 * Builds the HTML document for each portal address: the app shell with embedded data and prerendered markup
 * (docs/decisions/document-data.md, docs/decisions/prerendering.md).
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_DATA, type DocumentData } from '#domain/portal/document.ts';
import { routeOf } from '#domain/portal/routes.ts';
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';
import { withoutScripts } from '#domain/without-scripts.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { logError } from '../log.ts';
import type { PageData } from '../portal/document.ts';
import type { PrerenderedPages } from '../portal/prerendered-pages.ts';
import type { AuthorizationPrefetch } from './authorization-prefetch.ts';
import { inlineScriptsIn } from './inline-scripts.ts';
import { type Preload, type Preloads, readPreloads } from './preload.ts';

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
  readonly html: string;
  /** Whether the HTML depends on the sign-in cookie. */
  readonly varies: boolean;
  /** CSP sources (hashes) for the inline scripts of the build. */
  readonly inlineScripts: readonly string[];
}

/** Renders the data as a JSON script element. Escapes `<`, so that no value can close the element. */
const elementOf = (data: DocumentData): string =>
  `<script type="application/json" id="${DOCUMENT_DATA}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const preloadOf = ({ file, priority }: Preload): string =>
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

export function createDocuments(deps: DocumentDeps): Documents {
  const { portal, configuration, documentData, pageData, prerenderedPages, authorizationPrefetch } = deps;
  const file = join(portal, 'index.html');
  /** The built page and its preloads. Reloaded after the page on disk changes. */
  let known:
    | { readonly built: string; readonly preloads: Preloads; readonly inlineScripts: readonly string[] }
    | undefined;

  return async (address, hasSignedIn) => {
    if (!existsSync(file)) return undefined;
    const built = await readFile(file, 'utf8');
    if (known?.built !== built) {
      known = { built, preloads: await readPreloads(portal), inlineScripts: inlineScriptsIn(built) };
    }
    const { answers, initialReads, prerenderedAddress } = pageData(address);
    const { inlineScripts } = known;
    const { scriptsOf, fonts } = known.preloads;
    const isForSignedIn = initialReads !== undefined;
    // Pages that require a session render only after authorization, so their own scripts are not preloaded.
    const isEarly = ({ priority }: Preload) => !isForSignedIn || priority === 'high';
    const all = scriptsOf(address);
    const pageScripts = all.filter((each) => !isEarly(each)).map((each) => `/${each.file}`);
    const data = { ...documentData, answers: { ...documentData.answers, ...answers }, initialReads, pageScripts };
    const scripts = all.filter(isEarly).map(preloadOf).join('');
    const html = withoutScripts(built, configuration).replace('</head>', () => `${scripts}${elementOf(data)}</head>`);
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
    if (routeOf(address)?.page === 'callback') return { html: withFonts(html), varies: false, inlineScripts };
    if (prerendered === undefined) return { html, varies: prerenderedAddress !== undefined, inlineScripts };
    return { html: withFonts(withPrerenderedPage(html, prerendered)), varies: true, inlineScripts };
  };
}

/** Maximum number of compressed documents. It exceeds the number of portal pages. */
const KEPT = 200;

/**
 * Creates a cache of documents compressed with Brotli at maximum quality, about 20% smaller than the default.
 * Compression takes about 50 ms in the background; the function returns undefined until it finishes.
 */
export function createCompressedDocuments(): (html: string) => Buffer | undefined {
  const compressed = new LRUCache<string, { smallest?: Buffer }>({ max: KEPT });
  return (html) => {
    const known = compressed.get(html);
    if (known !== undefined) return known.smallest;
    const made: { smallest?: Buffer } = {};
    compressed.set(html, made);
    const compress = async () => {
      try {
        made.smallest = await promisify(brotliCompress)(html);
      } catch (error) {
        logError('compressing a document', error);
      }
    };
    void compress();
    return undefined;
  };
}
