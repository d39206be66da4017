/**
 * The HTTP server. Routes sign-in requests to the provider, development pages to Vite, and all other requests to the
 * app.
 */
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpBindings, getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Provider } from 'oidc-provider';
import { getErrorCode } from '../db/lock.ts';
import { log } from '../log.ts';
import { REQUEST_ID_HEADER, withRequestId } from '../request-id.ts';
import { Admission, REQUEST_LIMITS, type RequestLimits } from './admission.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, endSocket, limitConnections } from './connections.ts';
import type { AppBindings } from './faults.ts';
import { commonHeaders, serverPagePolicy } from './headers.ts';
import { RequestObserver } from './observe.ts';
import { HttpProblem, RETRY_AFTER, writeProblem } from './problems.ts';
import { providerLabel, setRouteLabel } from './route-labels.ts';
import { HEALTH_PATH, OIDC_BASE, isProviderPath, isServerPath } from './routes.ts';
import { getSource } from './source.ts';

/** Connect-style middleware. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The embedded provider and its pages. */
export interface EmbeddedSignIn {
  readonly provider: Provider;
  readonly pages: Hono<{ Bindings: HttpBindings }>;
}

export interface ListenDeps {
  readonly app: Hono<AppBindings>;
  readonly signIn: EmbeddedSignIn | undefined;
  readonly publicUrl: string;
  /** The network address to listen on. Defaults to loopback. */
  readonly host?: string;
  readonly port: number;
  readonly viteMiddleware: Middleware | undefined;
  /** The number of proxies in front of the server. */
  readonly proxies?: number;
  readonly limits?: ConnectionLimits;
  readonly requestLimits?: RequestLimits;
  /** Counts and reports requests. */
  readonly observer?: RequestObserver;
}

const getPath = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] ?? '/';

/**
 * Returns whether the app renders this page under the provider's base: the pages of the sign-in interaction and their
 * assets.
 */
const isOwnPage = (path: string): boolean => /^\/oidc\/(?:interaction|assets)\//.test(path);

/** Maximum length of a URL for the provider. The portal's own requests have fewer than 1,000 characters. */
const LONGEST_ADDRESS = 4096;

function refuse(response: ServerResponse, problem: HttpProblem): void {
  const { status, headers, text } = writeProblem(problem);
  response.writeHead(status, headers).end(text);
}

/**
 * Passes a request to the provider, which expects to be mounted at the root. The provider builds URLs from the
 * request's host and protocol, so both are replaced by those of the public URL, independent of the request and of any
 * proxies.
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
      // The provider stores the request's parameters until the borrower has signed in.
      if ((request.url ?? '').length <= LONGEST_ADDRESS) take(request, response);
      else refuse(response, new HttpProblem(414, 'This URL is too long.', { headers: { connection: 'close' } }));
    });
}

/**
 * Keep-alive timeout in milliseconds. Browsers and load balancers keep idle connections for a minute. If the server
 * closed a connection first, a request that is sent at that moment would be lost.
 */
const KEEP_ALIVE = 75_000;

/** Refuses a request above the limits on requests under way. */
function refuseBusy(
  request: IncomingMessage,
  response: ServerResponse,
  { publicUrl, isLast }: { readonly publicUrl: string; readonly isLast: boolean },
): void {
  withRequestId([request.headers[REQUEST_ID_HEADER]].flat()[0], (id) => {
    for (const [name, value] of Object.entries(commonHeaders(publicUrl))) response.setHeader(name, value);
    response.setHeader(REQUEST_ID_HEADER, id);
    const headers = { 'retry-after': String(RETRY_AFTER), ...(isLast && { connection: 'close' }) };
    refuse(response, new HttpProblem(503, "We're busy right now. Please try again in a moment.", { headers }));
  });
}

/** HTTP statuses of requests that cannot be parsed or time out before they reach a handler. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to a request that cannot be parsed and closes its connection. */
function answerUnread(error: Error, socket: Duplex, publicUrl: string): void {
  if (!socket.writable || getErrorCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUSES[getErrorCode(error) ?? ''] ?? 400;
  withRequestId(undefined, (id) => {
    const { headers, text } = writeProblem(new HttpProblem(status, 'The request could not be parsed.'));
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

/**
 * Returns a function that logs the first request with `X-Forwarded-For`, which indicates a proxy that is missing in the
 * configuration.
 */
function proxyWarning(): (request: IncomingMessage) => void {
  let isLogged = false;
  return ({ headers }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    log(
      'A request has X-Forwarded-For, but PORTAL_PROXIES is 0: rate limits treat all users behind a proxy as one. ' +
        'Set PORTAL_PROXIES to the number of your proxies.',
    );
  };
}

/** Starts the server. Resolves when the port is open. */
export function listen({
  app,
  signIn,
  publicUrl,
  host = '127.0.0.1',
  port,
  viteMiddleware,
  proxies = 0,
  limits = CONNECTION_LIMITS,
  requestLimits = REQUEST_LIMITS,
  observer = new RequestObserver(),
}: ListenDeps): Promise<Server> {
  const toApp = getRequestListener(app.fetch);
  const toPages = signIn && getRequestListener(signIn.pages.fetch);
  const toSignIn = signIn && toProvider(signIn.provider, publicUrl);

  const warn = proxies > 0 ? undefined : proxyWarning();
  // Vite transforms the sources in the same event loop.
  const admission = new Admission(viteMiddleware === undefined ? requestLimits : { ...requestLimits, lag: Infinity });
  const { headers: headersTimeout, request: requestTimeout, check: connectionsCheckingInterval } = limits;
  const timeLimits = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  const start = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    if (toPages !== undefined && isOwnPage(path)) void toPages(request, response);
    else if (toSignIn !== undefined && isProviderPath(path)) {
      setRouteLabel(request, providerLabel(path));
      toSignIn(request, response);
    } else if (viteMiddleware !== undefined && !isServerPath(path)) {
      viteMiddleware(request, response, () => void toApp(request, response));
    } else void toApp(request, response);
  };
  const server = createServer(timeLimits, (request, response) => {
    const path = getPath(request);
    const begin = () => start(request, response, path);
    const isProbe = path === HEALTH_PATH;
    const admitted = isProbe ? 'admitted' : admission.admit(request, response, getSource(request, proxies), begin);
    if (admitted === 'ignored') return;
    observer.observe(request, response, path);
    warn?.(request);
    if (isProbe) begin();
    else if (admitted !== 'admitted') {
      observer.withoutLog(response);
      refuseBusy(request, response, { publicUrl, isLast: admitted === 'refusedLast' });
    }
  });
  server.on('close', () => admission.stop());
  server.keepAliveTimeout = KEEP_ALIVE;
  limitConnections(server, limits, proxies > 0);
  server.on('clientError', (error, socket) => answerUnread(error, socket, publicUrl));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Time for in-flight requests to finish during shutdown, in milliseconds. */
const SHUTDOWN_TIMEOUT = 5000;

/** Interval at which shutdown checks for in-flight requests, in milliseconds. */
const LOOK = 20;

/**
 * Delays shutdown while the server still responds: at least `delay` milliseconds, so that a load balancer notices the
 * 503 of `/readyz`, and up to {@link SHUTDOWN_TIMEOUT} more while requests are in flight.
 */
export async function drain(observer: Pick<RequestObserver, 'underWay'>, delay: number): Promise<void> {
  const began = performance.now();
  const waited = () => performance.now() - began;
  while (waited() < delay || (observer.underWay > 0 && waited() < delay + SHUTDOWN_TIMEOUT)) await sleep(LOOK);
}

/** Stops accepting requests, waits for those in flight, and then closes all connections. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT).unref();
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
