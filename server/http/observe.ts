/** Reports each answered request to the log and to the metrics, by the pattern of its route. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log, logFormat } from '../log.ts';
import { signals } from '../operations/signals.ts';
import { REQUEST_ID_HEADER } from '../request-id.ts';
import { requestIdOf, routeLabelOf } from './route-labels.ts';
import { HEALTH_PATH, OIDC_BASE, READINESS_PATH } from './routes.ts';

/** Methods that may be a label; anything else that a client invents is `OTHER`. */
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** The status of a request whose client closed the connection before the answer's end, as nginx writes it. */
const CLIENT_CLOSED = 499;

/** Probes come every few seconds, so they are logged only when they fail. */
const PROBES = new Set([HEALTH_PATH, READINESS_PATH]);

/** Counts the requests that are being answered, and reports each when it is done. */
export class RequestObserver {
  #underWay = 0;
  #signInsUnderWay = 0;

  /** How many requests are being answered; probes are not counted. */
  get underWay(): number {
    return this.#underWay;
  }

  /** How many forms of the sign-in page are being answered. */
  get signInsUnderWay(): number {
    return this.#signInsUnderWay;
  }

  /** Observes one request, whose `path` has no query string. */
  observe(request: IncomingMessage, response: ServerResponse, path: string): void {
    const began = performance.now();
    const isProbe = PROBES.has(path);
    const isSignIn = request.method === 'POST' && path.startsWith(`${OIDC_BASE}/interaction/`);
    if (isSignIn) this.#signInsUnderWay += 1;
    if (!isProbe) this.#underWay += 1;
    response.once('close', () => {
      if (!isProbe) this.#underWay -= 1;
      if (isSignIn) this.#signInsUnderWay -= 1;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      const given = request.method ?? '';
      const method = METHODS.has(given) ? given : 'OTHER';
      const route = routeLabelOf(request);
      const milliseconds = performance.now() - began;
      signals.answered.emit({ method, route, status, seconds: milliseconds / 1000 });
      const isFailure = status >= 500;
      // A terminal shows failures only.
      if (!isFailure && (isProbe || logFormat() === 'text')) return;
      const requestId = requestIdOf(request) ?? response.getHeader(REQUEST_ID_HEADER)?.toString();
      log(
        'request',
        { requestId, method, route, status, ms: Math.round(milliseconds * 10) / 10 },
        isFailure ? 'error' : 'info',
      );
    });
  }
}
