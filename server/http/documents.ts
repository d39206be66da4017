/**
 * The portal's documents: the one page of its build with what its address needs at once (docs/decisions/document-data.md,
 * docs/decisions/prerendering.md).
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_DATA, type DocumentData } from '#domain/portal/document.ts';
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';
import { withoutScripts } from '#domain/without-scripts.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { logError } from '../log.ts';
import type { PageData } from '../portal/document.ts';
import type { Pictures } from '../portal/pictures.ts';
import type { EarlyAuthorization } from './early-authorization.ts';
import { inlineScriptsIn } from './inline-scripts.ts';
import { type Preload, type Preloads, readPreloads } from './preload.ts';

export interface DocumentDeps {
  /** The folder of the built portal. */
  readonly portal: string;
  /** What is read in the portal's page without scripts is from it. */
  readonly configuration: Configuration;
  /** What stands in the portal's page. */
  readonly documentData: DocumentData;
  /** What stands there for one address only. */
  readonly pageData: (address: string) => PageData;
  readonly pictures: Pictures;
  /** What asks who is signed in as soon as the document has come; undefined where people sign in elsewhere. */
  readonly earlyAuthorization: EarlyAuthorization | undefined;
}

export interface PortalDocument {
  readonly html: string;
  /** Whether it is another for somebody who has signed in in the same browser before. */
  readonly varies: boolean;
  /** What allows the build's scripts in the document in a content security policy. */
  readonly inlineScripts: readonly string[];
}

/** The element that holds the data, as inert JSON: no sign in it can end the element. */
const elementOf = (data: DocumentData): string =>
  `<script type="application/json" id="${DOCUMENT_DATA}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const preloadOf = ({ file, priority }: Preload): string =>
  `<link rel="modulepreload" crossorigin fetchpriority="${priority}" href="/${file}">`;

const preloadOfFont = (file: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;

/** Where the portal will be. Its picture stands before it: the stylesheet hides what follows a picture. */
const ROOT = '<div id="root">';
const withPicture = (html: string, picture: string, attribute = ''): string =>
  html.replace(ROOT, () => `<div id="${PRERENDERED}"${attribute} inert aria-hidden="true">${picture}</div>${ROOT}`);

/** Before the scripts, which would keep it waiting, and the stylesheet, for which the browser would have a script wait. */
const withFirst = (html: string, first: string): string => html.replace('</title>', () => `</title>${first}`);

/** Gives the document of an address; undefined where the portal has not been built. */
export type Documents = (address: string, hasSignedIn: boolean) => Promise<PortalDocument | undefined>;

export function createDocuments(deps: DocumentDeps): Documents {
  const { portal, configuration, documentData, pageData, pictures, earlyAuthorization } = deps;
  const file = join(portal, 'index.html');
  /** The build's page and which files its pages need; read anew where a later build has left another. */
  let known:
    | { readonly built: string; readonly preloads: Preloads; readonly inlineScripts: readonly string[] }
    | undefined;

  return async (address, hasSignedIn) => {
    if (!existsSync(file)) return undefined;
    const built = await readFile(file, 'utf8');
    if (known?.built !== built) {
      known = { built, preloads: await readPreloads(portal), inlineScripts: inlineScriptsIn(built) };
    }
    const { answers, firstReads, picture: pictured } = pageData(address);
    const { inlineScripts } = known;
    const { scriptsOf, fonts } = known.preloads;
    const isForSignedIn = firstReads !== undefined;
    // A page for signed-in people is seen only when it is known who that is: what finds that out comes before it.
    const isEarly = ({ priority }: Preload) => !isForSignedIn || priority === 'high';
    const all = scriptsOf(address);
    const pageScripts = all.filter((each) => !isEarly(each)).map((each) => `/${each.file}`);
    const data = { ...documentData, answers: { ...documentData.answers, ...answers }, firstReads, pageScripts };
    const scripts = all.filter(isEarly).map(preloadOf).join('');
    const html = withoutScripts(built, configuration).replace('</head>', () => `${scripts}${elementOf(data)}</head>`);
    // Who may be signed in is not shown what a visitor sees; a frame is the same for everybody.
    const isShown = pictured !== undefined && (isForSignedIn || !hasSignedIn);
    const picture = isShown ? await pictures(pictured, data) : undefined;
    if (isForSignedIn) {
      const asking = withFirst(html, earlyAuthorization?.element ?? '');
      const frame = picture === undefined ? asking : withPicture(asking, picture, ` ${FRAME_ATTRIBUTE}`);
      return { html: frame, varies: false, inlineScripts };
    }
    if (picture === undefined) return { html, varies: pictured !== undefined, inlineScripts };
    const seen = withPicture(html, picture);
    return { html: withFirst(seen, fonts.map(preloadOfFont).join('')), varies: true, inlineScripts };
  };
}

/** As many as there are pages of the portal, and more. */
const KEPT = 200;

/**
 * Documents, compressed as small as they get, a fifth smaller than as they are sent otherwise. That takes some 50 ms beside
 * the server's own work; until a document is there, undefined is given.
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
