/** What the log and metrics say of a request: the pattern of its route, without text that a person typed, and its id. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { AppBindings } from './faults.ts';
import { OIDC_BASE } from './routes.ts';

const labels = new WeakMap<IncomingMessage, string>();
const requestIds = new WeakMap<IncomingMessage, string>();

/** The label of requests for files of the build, and of those that no route answers. */
export const FILE_ROUTE = '(file)';
export const UNKNOWN_ROUTE = '(unknown)';

/** Sets the label of a request. */
export const setRouteLabel = (request: IncomingMessage | undefined, label: string): void => {
  if (request !== undefined) labels.set(request, label);
};

/** Returns the label of a request; {@link UNKNOWN_ROUTE} where no route has answered it. */
export const routeLabelOf = (request: IncomingMessage): string => labels.get(request) ?? UNKNOWN_ROUTE;

/** Returns the id of a request; undefined where no part of the app has answered it. */
export const requestIdOf = (request: IncomingMessage): string | undefined => requestIds.get(request);

/**
 * Notes a request's id, and labels it by the route that Hono chose for it, unless its handler has set another label. Called when
 * the request has been answered.
 */
export function noteRequest(c: Context<AppBindings>, requestId: string): void {
  // In tests without a port there is no connection.
  const { incoming, outgoing } = c.env ?? {};
  // A read within another request has no answer of its own on the connection.
  if (incoming === undefined || outgoing === undefined) return;
  requestIds.set(incoming, requestId);
  if (labels.has(incoming)) return;
  const pattern = routePath(c);
  if (!pattern.endsWith('*')) labels.set(incoming, pattern);
  else if (c.res.status < 400) labels.set(incoming, FILE_ROUTE);
}

/** Labels the request of a context. */
export const labelRoute = (c: Context<AppBindings>, label: string): void => setRouteLabel(c.env?.incoming, label);

/** The sign-in provider's own addresses, below its base. */
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

/** Returns the label of an address of the sign-in provider. */
export function providerLabel(path: string): string {
  const below = path.slice(OIDC_BASE.length);
  if (PROVIDER_PATHS.has(below)) return path;
  return /^\/auth\/[^/]+$/.test(below) ? `${OIDC_BASE}/auth/:uid` : UNKNOWN_ROUTE;
}
