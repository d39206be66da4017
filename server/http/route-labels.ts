/** Request labels for the log and the metrics: the route pattern, which contains no user input, and the request id. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { AppBindings } from './faults.ts';
import { OIDC_BASE } from './routes.ts';

const labels = new WeakMap<IncomingMessage, string>();
const requestIds = new WeakMap<IncomingMessage, string>();

/** Labels for requests for build files, and for requests that match no route. */
export const FILE_ROUTE = '(file)';
export const UNKNOWN_ROUTE = '(unknown)';

/** Sets the label of a request. */
export const setRouteLabel = (request: IncomingMessage | undefined, label: string): void => {
  if (request !== undefined) labels.set(request, label);
};

/** Returns the label of a request, or {@link UNKNOWN_ROUTE} if no route has handled it. */
export const getRouteLabel = (request: IncomingMessage): string => labels.get(request) ?? UNKNOWN_ROUTE;

/** Returns the id of a request. Undefined if the app has not handled it. */
export const getRequestId = (request: IncomingMessage): string | undefined => requestIds.get(request);

/**
 * Records a request's id and labels it with the matched Hono route, unless the handler has set another label. Called
 * after the request has been handled.
 */
export function noteRequest(c: Context<AppBindings>, requestId: string): void {
  // Tests without a port have no connection.
  const { incoming, outgoing } = c.env ?? {};
  // A read within a batch request has no response on the connection.
  if (incoming === undefined || outgoing === undefined) return;
  requestIds.set(incoming, requestId);
  if (labels.has(incoming)) return;
  const pattern = routePath(c);
  if (!pattern.endsWith('*')) labels.set(incoming, pattern);
  else if (c.res.status < 400) labels.set(incoming, FILE_ROUTE);
}

/** Sets the label for the request of a context. */
export const labelRoute = (c: Context<AppBindings>, label: string): void => setRouteLabel(c.env?.incoming, label);

/** The sign-in provider's own paths, relative to its base. */
const PROVIDER_PATHS = new Set([
  '/.well-known/openid-configuration',
  '/auth',
  '/jwks',
  '/me',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/token',
]);

/** Returns the label for a path of the sign-in provider. */
export function providerLabel(path: string): string {
  const below = path.slice(OIDC_BASE.length);
  if (PROVIDER_PATHS.has(below)) return path;
  return /^\/auth\/[^/]+$/.test(below) ? `${OIDC_BASE}/auth/:uid` : UNKNOWN_ROUTE;
}
