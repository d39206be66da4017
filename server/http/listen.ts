/** The HTTP server: hands sign-in to the provider, pages under development to the bundler, everything else to the app. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Provider } from 'oidc-provider';
import type { EmbeddedSignIn } from '../assemble.ts';
import type { AppBindings } from './faults.ts';
import { commonHeaders, serverPagePolicy } from './headers.ts';
import { OIDC_BASE, isProviderPath, isServerPath } from './routes.ts';

/** Takes a request as Connect does; `next` passes it on. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export interface ListenDeps {
  readonly app: Hono<AppBindings>;
  readonly signIn: EmbeddedSignIn | undefined;
  readonly publicUrl: string;
  /** The network address to listen on; this machine's own when it is left out. */
  readonly host?: string;
  readonly port: number;
  readonly viteMiddleware: Middleware | undefined;
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] ?? '/';

/** What the provider itself does not answer under its address: the pages it sends people to. */
const isOwnPage = (path: string): boolean => /^\/oidc\/(?:interaction|assets)\//.test(path);

/**
 * Hands a request to the provider, which expects to stand at the root. It builds its addresses from the request's, so
 * it is told the public one, whatever the request and the proxies on its way say.
 */
function toProvider(
  provider: Provider,
  publicUrl: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { host, protocol } = new URL(publicUrl);
  const headers = { ...commonHeaders(publicUrl), 'content-security-policy': serverPagePolicy };
  const answer = provider.callback();
  return (request, response) => {
    request.headers.host = host;
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').slice(OIDC_BASE.length) || '/' });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    void answer(request, response);
  };
}

/**
 * How long a connection waits for its next request, in milliseconds. Browsers and balancers keep theirs for a minute; one
 * that the server closes first loses the request that is just then sent on it.
 */
const KEEP_ALIVE = 75_000;

/** Starts to listen; settles when the port is open. */
export function listen({
  app,
  signIn,
  publicUrl,
  host = '127.0.0.1',
  port,
  viteMiddleware,
}: ListenDeps): Promise<Server> {
  const toApp = getRequestListener(app.fetch);
  const toPages = signIn && getRequestListener(signIn.pages.fetch);
  const toSignIn = signIn && toProvider(signIn.provider, publicUrl);

  const server = createServer((request, response) => {
    const path = pathOf(request);
    if (toPages !== undefined && isOwnPage(path)) void toPages(request, response);
    else if (toSignIn !== undefined && isProviderPath(path)) toSignIn(request, response);
    else if (viteMiddleware !== undefined && !isServerPath(path)) {
      viteMiddleware(request, response, () => void toApp(request, response));
    } else void toApp(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** How long requests under way may take to finish when the server stops. */
const PATIENCE = 5000;

/** Takes no new requests, waits for those under way, and cuts off what does not end. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
