/** Reports each completed request to the log and the metrics, labeled with its route pattern. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log, logFormat } from '../log.ts';
import { signals } from '../operations/signals.ts';
import { REQUEST_ID_HEADER } from '../request-id.ts';
import { getRequestId, getRouteLabel } from './route-labels.ts';
import { HEALTH_PATH, OIDC_BASE, READINESS_PATH } from './routes.ts';
import { whenOver } from './when-over.ts';

/** The methods that may be a metric label. All others become `OTHER`. */
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** Status for requests that the client closed before the response was complete, as in nginx. */
const CLIENT_CLOSED = 499;

/** Probes arrive every few seconds and are logged only if they fail. */
const PROBES = new Set([HEALTH_PATH, READINESS_PATH]);

/** Counts in-flight requests and reports each when it completes. */
export class RequestObserver {
  #underWay = 0;
  #signInsUnderWay = 0;
  readonly #refused = new WeakSet<ServerResponse>();

  /** The number of in-flight requests, without probes. */
  get underWay(): number {
    return this.#underWay;
  }

  /** The number of in-flight submissions of sign-in forms. */
  get signInsUnderWay(): number {
    return this.#signInsUnderWay;
  }

  /** Leaves the response to a refused request out of the log. */
  withoutLog(response: ServerResponse): void {
    this.#refused.add(response);
  }

  /** Observes one request. `path` has no query string. */
  observe(request: IncomingMessage, response: ServerResponse, path: string): void {
    const began = performance.now();
    const isProbe = PROBES.has(path);
    const isSignIn = request.method === 'POST' && path.startsWith(`${OIDC_BASE}/interaction/`);
    if (isSignIn) this.#signInsUnderWay += 1;
    if (!isProbe) this.#underWay += 1;
    whenOver(request, response, () => {
      if (!isProbe) this.#underWay -= 1;
      if (isSignIn) this.#signInsUnderWay -= 1;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      const given = request.method ?? '';
      const method = METHODS.has(given) ? given : 'OTHER';
      const route = getRouteLabel(request);
      const milliseconds = performance.now() - began;
      signals.answered.emit({ method, route, status, seconds: milliseconds / 1000 });
      // Refused requests have a separate, rate-limited log entry (admission.ts).
      if (this.#refused.has(response)) return;
      const isFailure = status >= 500;
      // The text format is for terminals, which show failures only.
      if (!isFailure && (isProbe || logFormat() === 'text')) return;
      const requestId = getRequestId(request) ?? response.getHeader(REQUEST_ID_HEADER)?.toString();
      log(
        'request',
        { requestId, method, route, status, ms: Math.round(milliseconds * 10) / 10 },
        isFailure ? 'error' : 'info',
      );
    });
  }
}
