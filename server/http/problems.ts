/** Error responses as `application/problem+json` (RFC 9457). */
import { STATUS_CODES } from 'node:http';
import type { Problem } from '#domain/call.ts';
import { currentRequestId } from '../request-id.ts';

/** An invalid field: its dotted path, the code and the message. */
export type ProblemField = NonNullable<Problem['fields']>[number];

export interface ProblemDetails {
  /** The title of the problem. Defaults to the name of the status. */
  readonly title?: string;
  readonly fields?: readonly ProblemField[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error with an HTTP status. The gate converts it to a response, wherever it is thrown. */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.status = status;
    this.details = details;
  }
}

/** `Retry-After` in seconds when the database is unavailable. */
export const RETRY_AFTER = 5;

/** Returns a 405 problem. Its `Allow` header lists the methods of the route. */
export const methodNotAllowed = (allowed: readonly string[]): HttpProblem =>
  new HttpProblem(405, 'This URL does not support that method.', { headers: { allow: allowed.join(', ') } });

/**
 * Returns a 404 problem. It is the same for missing rows and for rows of other borrowers, so that the response does not
 * reveal which rows exist.
 */
export const notFound = (): HttpProblem => new HttpProblem(404, 'There is nothing here.');

/** Returns the status, headers and body of a problem. */
export function writeProblem({ status, message, details }: HttpProblem) {
  const { title = STATUS_CODES[status] ?? 'Error', fields = [], headers = {} } = details;
  const requestId = currentRequestId();
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail: message,
    ...(requestId === undefined ? {} : { requestId }),
    ...(fields.length === 0 ? {} : { fields: [...fields] }),
  };
  const own = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  return { status, headers: { ...own, ...headers }, text: JSON.stringify(problem) };
}

/** Returns the response for a problem. */
export function problemResponse(refusal: HttpProblem): Response {
  const { status, headers, text } = writeProblem(refusal);
  return new Response(text, { status, headers });
}

/** Tells the Hono adapter that there is no response to send. */
export const nothingSent = (): Response => new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
