/** Refusals as `application/problem+json` (RFC 9457). */
import { STATUS_CODES } from 'node:http';
import type { Problem } from '#domain/call.ts';
import { currentRequestId } from '../request-id.ts';

/** A field at fault: its dotted path, the rule's code and the rule's own words. */
export type ProblemField = NonNullable<Problem['fields']>[number];

export interface ProblemDetails {
  /** What kind of refusal it is; the name of the status when it is left out. */
  readonly title?: string;
  readonly fields?: readonly ProblemField[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal on its way out; whatever throws it, the gate answers it. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.status = status;
    this.details = details;
  }
}

/** In how many seconds it may be tried again after the database could not be used. */
export const RETRY_AFTER = 5;

/** The refusal of a method that an address does not take; `allowed` are those that it takes. */
export const methodNotAllowed = (allowed: readonly string[]): HttpProblem =>
  new HttpProblem(405, 'This address does not take that method.', { headers: { allow: allowed.join(', ') } });

/** One answer for what does not exist and for what belongs to somebody else, so that nobody learns which it is. */
export const notFound = (): HttpProblem => new HttpProblem(404, 'There is nothing here.');

/** A refusal as it is sent. */
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

/** The answer to a refusal. */
export function problemResponse(refusal: HttpProblem): Response {
  const { status, headers, text } = writeProblem(refusal);
  return new Response(text, { status, headers });
}
