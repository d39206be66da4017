/** The HTTP server: hands sign-in to the provider, pages under development to the bundler, everything else to the app. */
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Provider } from 'oidc-provider';
import type { EmbeddedSignIn } from '../assemble.ts';
import { codeOf } from '../db/lock.ts';
import { log } from '../log.ts';
import { REQUEST_ID_HEADER, withRequestId } from '../request-id.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, endSocket, limitConnections } from './connections.ts';
import type { AppBindings } from './faults.ts';
import { commonHeaders, serverPagePolicy } from './headers.ts';
import { RequestObserver } from './observe.ts';
import { HttpProblem, writeProblem } from './problems.ts';
import { providerLabel, setRouteLabel } from './route-labels.ts';
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
  /** Whether proxies stand in front of the server. */
  readonly hasProxies?: boolean;
  readonly limits?: ConnectionLimits;
  /** Counts and reports the requests. */
  readonly observer?: RequestObserver;
}

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] ?? '/';

/** What the provider itself does not answer under its address: the pages it sends people to. */
const isOwnPage = (path: string): boolean => /^\/oidc\/(?:interaction|assets)\//.test(path);

/** The most characters of an address of the provider; what the portal asks for has less than a thousand. */
const LONGEST_ADDRESS = 4096;

function refuse(response: ServerResponse, problem: HttpProblem): void {
  const { status, headers, text } = writeProblem(problem);
  response.writeHead(status, headers).end(text);
}

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
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    request.headers.host = host;
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    Object.assign(request, { originalUrl: request.url, url: (request.url ?? '').slice(OIDC_BASE.length) || '/' });
    void answer(request, response);
  };
  return (request, response) =>
    withRequestId([request.headers[REQUEST_ID_HEADER]].flat()[0], (id) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader(REQUEST_ID_HEADER, id);
      // The provider stores what it is asked with until somebody has signed in.
      if ((request.url ?? '').length <= LONGEST_ADDRESS) take(request, response);
      else refuse(response, new HttpProblem(414, 'This address is too long.', { headers: { connection: 'close' } }));
    });
}

/**
 * How long a connection waits for its next request, in milliseconds. Browsers and balancers keep theirs for a minute; one
 * that the server closes first loses the request that is just then sent on it.
 */
const KEEP_ALIVE = 75_000;

/** The statuses of requests that are not understood, or not there in time; they reach no handler. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that cannot be parsed, and closes its connection. */
function answerUnread(error: Error, socket: Duplex, publicUrl: string): void {
  if (!socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUSES[codeOf(error) ?? ''] ?? 400;
  withRequestId(undefined, (id) => {
    const { headers, text } = writeProblem(new HttpProblem(status, 'The request could not be read.'));
    const all = {
      ...headers,
      ...commonHeaders(publicUrl),
      [REQUEST_ID_HEADER]: id,
      connection: 'close',
      'content-length': Buffer.byteLength(text),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    endSocket(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
  });
}

/** Returns a function that logs the first request with `X-Forwarded-For`, which a proxy adds that the server doesn't know of. */
function proxyWarning(): (request: IncomingMessage) => void {
  let isLogged = false;
  return ({ headers }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    log(
      'A request has X-Forwarded-For, but PORTAL_PROXIES is 0: limits count all people behind a proxy as one. ' +
        'Set PORTAL_PROXIES to the number of your proxies.',
    );
  };
}

/** Starts to listen; settles when the port is open. */
export function listen({
  app,
  signIn,
  publicUrl,
  host = '127.0.0.1',
  port,
  viteMiddleware,
  hasProxies = false,
  limits = CONNECTION_LIMITS,
  observer = new RequestObserver(),
}: ListenDeps): Promise<Server> {
  const toApp = getRequestListener(app.fetch);
  const toPages = signIn && getRequestListener(signIn.pages.fetch);
  const toSignIn = signIn && toProvider(signIn.provider, publicUrl);

  const warn = hasProxies ? undefined : proxyWarning();
  const { headers: headersTimeout, request: requestTimeout, check: connectionsCheckingInterval } = limits;
  const timeLimits = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  const server = createServer(timeLimits, (request, response) => {
    const path = pathOf(request);
    observer.observe(request, response, path);
    warn?.(request);
    if (toPages !== undefined && isOwnPage(path)) void toPages(request, response);
    else if (toSignIn !== undefined && isProviderPath(path)) {
      setRouteLabel(request, providerLabel(path));
      toSignIn(request, response);
    } else if (viteMiddleware !== undefined && !isServerPath(path)) {
      viteMiddleware(request, response, () => void toApp(request, response));
    } else void toApp(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE;
  limitConnections(server, limits, hasProxies);
  server.on('clientError', (error, socket) => answerUnread(error, socket, publicUrl));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** How long requests under way may take to finish when the server stops, in milliseconds. */
const PATIENCE = 5000;

/** How often a server that stops looks whether requests are still under way, in milliseconds. */
const LOOK = 20;

/**
 * Waits before the port is closed, while the server still answers: at least `delay` milliseconds, so that a balancer sees that
 * `/readyz` answers 503, and for up to {@link PATIENCE} more until no request is under way.
 */
export async function drain(observer: Pick<RequestObserver, 'underWay'>, delay: number): Promise<void> {
  const began = performance.now();
  const waited = () => performance.now() - began;
  while (waited() < delay || (observer.underWay > 0 && waited() < delay + PATIENCE)) await sleep(LOOK);
}

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
