/** Serves the built portal: its files with caching headers, and its HTML document for every portal address. */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { etag } from 'hono/etag';
import { findRoute } from '#domain/portal/routes.ts';
import { SIGN_IN_COOKIE } from '#domain/portal/prerendering.ts';
import { type DocumentDeps, createDocuments } from './documents.ts';
import { flowsPolicy } from './headers.ts';
import { UNKNOWN_ROUTE, labelRoute } from './route-labels.ts';
import { isServerPath } from './routes.ts';

export interface StaticDeps extends DocumentDeps {
  /** The folder of the built flow workbench, which may be missing. Undefined if it is not served. */
  readonly flows: string | undefined;
  /** Returns the content security policy for pages with these inline scripts. */
  readonly getPolicy: (inlineScripts: readonly string[]) => string;
  /**
   * Returns whether the portal has a page at an address. For all other addresses, the server sends the portal's
   * not-found page with status 404.
   */
  readonly isPage: (address: string) => boolean;
}

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'no-cache';

/** Returns whether the file name contains a content hash, so that the file never changes. */
const isHashed = (path: string): boolean => path.startsWith('/assets/') || path.startsWith('/flows/assets/');

/**
 * Returns whether the request expects a page. Browsers accept `text/html` when they navigate, independent of the file
 * extension. A missing image or script must not return a page.
 */
function wantsPage(c: Context): boolean {
  const accepted = c.req.header('accept') ?? '*/*';
  if (isHashed(c.req.path)) return false;
  return accepted.includes('text/html') || (accepted.includes('*/*') && extname(c.req.path) === '');
}

const withEtag = etag();

/** Creates the app that handles all portal addresses. */
export function createStatic(deps: StaticDeps): Hono {
  const { portal, flows, getPolicy, isPage } = deps;
  const plainPolicy = getPolicy([]);
  const getDocument = createDocuments(deps);
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    if (!c.res.ok) return;
    const { headers } = c.res;
    if ((headers.get('content-type') ?? '').startsWith('text/html') && !headers.has('content-security-policy')) {
      c.header('content-security-policy', plainPolicy);
    }
    c.header('cache-control', isHashed(c.req.path) ? FOR_GOOD : ASK_FIRST);
  });

  app.use((c, next) => (isHashed(c.req.path) ? next() : withEtag(c, next)));

  const page = async (c: Context) => {
    const found = await getDocument(c.req.path, getCookie(c, SIGN_IN_COOKIE) !== undefined);
    if (found === undefined) return c.notFound();
    const isKnown = isPage(c.req.path);
    labelRoute(c, isKnown ? (findRoute(c.req.path)?.path ?? UNKNOWN_ROUTE) : UNKNOWN_ROUTE);
    const headers = {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': getPolicy(found.inlineScripts),
      // A later release may add a page at this address.
      'cache-control': isKnown ? ASK_FIRST : 'no-store',
      ...(found.varies && { vary: 'Cookie' }),
    };
    return found.body.response(c.req.raw, headers, isKnown ? 200 : 404);
  };

  if (flows !== undefined && existsSync(flows)) {
    const files = serveStatic({
      root: flows,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice('/flows'.length),
    });
    app.get('/flows', (c) => c.redirect('/flows/', 301));
    app.use('/flows/*', async (c, next) => {
      await next();
      c.header('content-security-policy', flowsPolicy);
    });
    app.get('/flows/*', files, (c) => c.notFound());
  } else {
    // Without a built visualizer, `/flows` is not a page of the portal.
    app.get('/flows', (c) => c.notFound());
    app.get('/flows/*', (c) => c.notFound());
  }
  app.get('/', (c) => page(c));
  app.get('*', serveStatic({ root: portal, precompressed: true }));
  app.get('*', (c) => (wantsPage(c) && !isServerPath(c.req.path) ? page(c) : c.notFound()));
  return app;
}
