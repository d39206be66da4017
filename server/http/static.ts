/** The built portal: its files with the right caching, and its one page for every address of the portal. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { etag } from 'hono/etag';
import { DOCUMENT_DATA, type DocumentData } from '#domain/portal/document.ts';
import { PRERENDERED, SIGN_IN_COOKIE } from '#domain/portal/prerendering.ts';
import { withoutScripts } from '#domain/without-scripts.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import type { PageData } from '../portal/document.ts';
import type { Pictures } from '../portal/pictures.ts';
import { type Preload, type Preloads, readPreloads } from './preload.ts';
import { isServerPath } from './routes.ts';

export interface StaticDeps {
  /** The folder of the built portal. */
  readonly portal: string;
  /** The folder of the built visualizer; it need not exist. */
  readonly flows: string;
  /** The content security policy of the pages. */
  readonly policy: string;
  /** What is read in the portal's page without scripts is from it. */
  readonly configuration: Configuration;
  /** What stands in the portal's page. */
  readonly documentData: DocumentData;
  /** What stands there for one address only. */
  readonly pageData: (address: string) => PageData;
  readonly pictures: Pictures;
}

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';

/** The build puts a hash of the content into these names, so a file never changes under its name. */
const isHashed = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/flows/assets/');

/**
 * Whether somebody wants a page: a browser that opens an address says so, whatever the address ends with. A missing
 * picture or script, which has an extension, must not get one.
 */
function wantsPage(c: Context): boolean {
  const accepted = c.req.header('accept') ?? '*/*';
  if (isHashed(c.req.path)) return false;
  return accepted.includes('text/html') || (accepted.includes('*/*') && extname(c.req.path) === '');
}

const withEtag = etag();

/** The element that holds the data, as inert JSON: no sign in it can end the element. */
const elementOf = (data: DocumentData): string =>
  `<script type="application/json" id="${DOCUMENT_DATA}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const preloadOf = ({ file, priority }: Preload): string =>
  `<link rel="modulepreload" crossorigin fetchpriority="${priority}" href="/${file}">`;

/** Where the portal will be. Its picture stands before it: the stylesheet hides what follows a picture. */
const ROOT = '<div id="root">';
const elementOfPicture = (html: string): string =>
  `<div id="${PRERENDERED}" inert aria-hidden="true">${html}</div>${ROOT}`;

const preloadOfFont = (file: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`;

/** Answers every address that is not the server's own. */
export function createStatic(deps: StaticDeps): Hono {
  const { portal, flows, policy, configuration, documentData, pageData, pictures } = deps;
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (!c.res.ok) return;
    if ((c.res.headers.get('content-type') ?? '').startsWith('text/html')) c.header('content-security-policy', policy);
    c.header('cache-control', isHashed(c.req.path) ? FOR_GOOD : ASK_FIRST);
  });

  app.use((c, next) => (isHashed(c.req.path) ? next() : withEtag(c, next)));

  /** The build's page and which files its pages need; read anew where a later build has left another. */
  let known: { readonly built: string; readonly preloads: Preloads } | undefined;
  const page = async (c: Context) => {
    const file = join(portal, 'index.html');
    if (!existsSync(file)) return c.notFound();
    const built = await readFile(file, 'utf8');
    if (known?.built !== built) known = { built, preloads: await readPreloads(portal) };
    const { answers, firstReads, picture: address } = pageData(c.req.path);
    const { scriptsOf, fonts } = known.preloads;
    // A page for signed-in people is seen only when it is known who that is: what finds that out comes before it.
    const isEarly = ({ priority }: Preload) => firstReads === undefined || priority === 'high';
    const all = scriptsOf(c.req.path);
    const pageScripts = all.filter((each) => !isEarly(each)).map((each) => `/${each.file}`);
    const data = { ...documentData, answers: { ...documentData.answers, ...answers }, firstReads, pageScripts };
    const scripts = all.filter(isEarly).map(preloadOf).join('');
    const html = withoutScripts(built, configuration).replace('</head>', () => `${scripts}${elementOf(data)}</head>`);
    if (address === undefined) return c.html(html);
    // Who may be signed in is not shown what a visitor sees.
    c.header('vary', 'Cookie', { append: true });
    const picture = getCookie(c, SIGN_IN_COOKIE) === undefined ? await pictures(address, data) : undefined;
    if (picture === undefined) return c.html(html);
    const seen = html.replace(ROOT, () => elementOfPicture(picture));
    // Before the scripts, which would keep them waiting.
    return c.html(seen.replace('</title>', () => `</title>${fonts.map(preloadOfFont).join('')}`));
  };

  if (existsSync(flows)) {
    const files = serveStatic({ root: flows, rewriteRequestPath: (path) => path.slice('/flows'.length) });
    app.get('/flows', (c) => c.redirect('/flows/', 301));
    app.get('/flows/*', files, (c) => c.notFound());
  } else {
    // A tool that was not built is no page of the portal.
    app.get('/flows', (c) => c.notFound());
    app.get('/flows/*', (c) => c.notFound());
  }
  app.get('/', (c) => page(c));
  app.get('*', serveStatic({ root: portal, precompressed: true }));
  app.get('*', (c) => (wantsPage(c) && !isServerPath(c.req.path) ? page(c) : c.notFound()));
  return app;
}
