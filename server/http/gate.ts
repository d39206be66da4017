/**
 * The gate that every API call passes, in this order: token, role, scope of the borrower, request validation, and row
 * ownership. Only then does the call's handler run.
 */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { CallSpec, OwnedRow } from '#domain/call.ts';
import { FileResponse } from '#domain/file.ts';
import { toPerson } from '#domain/session/identity/rules.ts';
import type { Person, RoleIds } from '#domain/session/identity/shapes.ts';
import { logError } from '../log.ts';
import { isUnavailable } from '../unavailable.ts';
import { fileResponse } from './file-response.ts';
import { getWireFormat } from '../wire-format.ts';
import { PoolBusy } from '../worker-pool.ts';
import { jsonResponse } from './json-response.ts';
import { HttpProblem, RETRY_AFTER, notFound, nothingSent, problemResponse } from './problems.ts';
import { type ParsedRequest, parseRequest } from './request.ts';
import type { TokenVerifier } from './tokens.ts';

/** Handles a call and returns the response with amounts in cents. Public calls have no scope. */
export type Handler<Scope> = (request: ParsedRequest, scope: Scope | undefined) => Promise<unknown>;

/** The authenticated caller and the source of the request. */
export interface ApiCaller {
  readonly person: Person;
  /** The provider's session. Undefined if the token does not contain one. */
  readonly sessionUid: string | undefined;
  readonly source: string | undefined;
  /** Aborted when the client has hung up. */
  readonly signal: AbortSignal;
}

/** The dependencies of the gate. `Scope` is the context that handlers of a signed-in caller get. */
export interface GateDeps<Scope> {
  readonly verify: TokenVerifier;
  readonly roles: RoleIds;
  /** Returns the source of a request, or undefined if it is unknown. */
  readonly getSource: (c: Context) => string | undefined;
  /**
   * Returns the scope of a caller's requests, undefined if the person is not in the database, or `ended` if the session
   * has ended.
   */
  readonly createScope: (caller: ApiCaller) => Promise<Scope | 'ended' | undefined>;
  /** Whether managed content closes the portal for maintenance (P §5.1). Public reads still work. */
  readonly isClosed: boolean;
  /** The current version of managed content. */
  readonly contentVersion: string;
  readonly owns: (scope: Scope, rows: readonly OwnedRow[]) => Promise<boolean>;
}

const unauthorized = (): HttpProblem =>
  new HttpProblem(401, 'Log in to continue.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

const forbidden = (): HttpProblem => new HttpProblem(403, 'Your account does not have access to this.');

const closed = (): HttpProblem =>
  new HttpProblem(503, 'This site is closed for a short time while we work on it.', { title: 'Maintenance' });

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

async function personAt(c: Context, { verify, roles }: Pick<GateDeps<unknown>, 'verify' | 'roles'>) {
  const [, token] = BEARER.exec(c.req.header('authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await verify(token);
  if (claims === undefined) throw unauthorized();
  return { person: toPerson(claims, roles), sessionUid: claims.sid };
}

async function scopeAt<Scope>(
  call: CallSpec,
  c: Context,
  source: string | undefined,
  deps: GateDeps<Scope>,
): Promise<Scope | undefined> {
  const isPublic = call.access.includes('public');
  if (deps.isClosed && !(isPublic && call.method === 'GET')) throw closed();
  if (isPublic) return undefined;
  const { person, sessionUid } = await personAt(c, deps);
  if (!call.access.includes(person.role)) throw forbidden();
  const scope = await deps.createScope({ person, sessionUid, source, signal: c.req.raw.signal });
  if (scope === 'ended') throw unauthorized();
  if (scope === undefined) throw forbidden();
  return scope;
}

async function checkOwner<Scope>(
  call: CallSpec,
  { body }: ParsedRequest,
  scope: Scope | undefined,
  deps: GateDeps<Scope>,
): Promise<void> {
  const rows = body === undefined ? [] : (call.rows?.(body) ?? []);
  if (rows.length === 0) return;
  if (scope === undefined || !(await deps.owns(scope, rows))) throw notFound();
}

/**
 * Returns the `Cache-Control` value. A public response is immutable if its URL names the current content version; all
 * other responses are not cached. A URL with an old version also returns the current text, and caches must not store it
 * under that URL.
 */
const getCacheControl = (
  call: CallSpec,
  c: Context,
  { contentVersion }: Pick<GateDeps<unknown>, 'contentVersion'>,
): string =>
  call.access.includes('public') && c.req.query('version') === contentVersion
    ? 'public, max-age=31536000, immutable'
    : 'no-store';

/**
 * Returns the response if the database is unavailable The connection can break between the database's commit and its
 * acknowledgment, so the result of a write is unknown, and the message must not claim that nothing was saved.
 */
const unavailable = (isWrite: boolean): HttpProblem =>
  new HttpProblem(
    503,
    isWrite
      ? "We can't reach our records right now, and we don't know whether this was saved. Please check before you send it again."
      : "We can't reach our records right now. Please try again in a moment.",
    { headers: { 'retry-after': String(RETRY_AFTER) } },
  );

/** Returns the response if too many PDFs or uploads are waiting. */
const busy = (): HttpProblem =>
  new HttpProblem(503, "We're working on many documents right now. Please try again in a moment.", {
    headers: { 'retry-after': String(RETRY_AFTER) },
  });

/**
 * Returns the response for a thrown error. Unexpected errors are logged without the request's content, and the response
 * contains no details.
 */
export function errorResponse(where: string, thrown: unknown, isWrite: boolean): Response {
  if (thrown instanceof HttpProblem) return problemResponse(thrown);
  if (thrown instanceof PoolBusy) return problemResponse(busy());
  logError(where, thrown);
  if (isUnavailable(thrown)) return problemResponse(unavailable(isWrite));
  return problemResponse(new HttpProblem(500, 'Something went wrong on our side. Please try again.'));
}

/** Handles one call. Work that changes nothing ends when the client hangs up. */
export async function handle<Scope>(
  call: CallSpec,
  handler: Handler<Scope>,
  c: Context,
  deps: GateDeps<Scope>,
): Promise<Response> {
  const { signal } = c.req.raw;
  const isOver = (): boolean => call.method === 'GET' && signal.aborted;
  try {
    const source = deps.getSource(c);
    const scope = await scopeAt(call, c, source, deps);
    const request = { ...(await parseRequest(call, c)), source };
    await checkOwner(call, request, scope, deps);
    if (isOver()) return nothingSent();
    const answer = await handler(request, scope);
    if (isOver()) return nothingSent();
    const cacheControl = getCacheControl(call, c, deps);
    if (call.answersFile !== undefined) return fileResponse(v.parse(FileResponse, answer));
    return await jsonResponse(c.req.raw, { answer, encode: getWireFormat(call.response).encode }, cacheControl);
  } catch (thrown) {
    if (isOver()) return nothingSent();
    // A call with the time limit of reads changes nothing that the caller would have to send again.
    return errorResponse(call.id, thrown, call.method !== 'GET' && call.timeLimit !== 'read');
  }
}
