/**
 * The gate: the one place where every call of the API is checked, in this order: the token, who may call, the
 * borrower it is for, the request's form, whose rows it names. Only then does the call's handler see it.
 */
import type { Context } from 'hono';
import * as v from 'valibot';
import type { CallSpec, OwnedRow } from '#domain/call.ts';
import { FileAnswer } from '#domain/file.ts';
import { personOf } from '#domain/identity/rules.ts';
import type { Person, RoleIds } from '#domain/identity/shapes.ts';
import { logError } from '../log.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { fileResponse } from './file-response.ts';
import { type Scope, ServiceProblem } from '../service/scope.ts';
import { jsonAnswer } from './json-answer.ts';
import { HttpProblem, RETRY_AFTER, notFound, problemResponse } from './problems.ts';
import { type ParsedRequest, parseRequest } from './request.ts';
import type { TokenVerifier } from './tokens.ts';

/** What answers a call; a public call gets no scope. What it gives is the answer in wire form. */
export type Handler = (request: ParsedRequest, scope: Scope | undefined) => Promise<unknown>;

/** Who calls, by the access token, and from where. */
export interface ApiCaller {
  readonly person: Person;
  /** The provider's session; undefined where the provider does not say. */
  readonly sessionUid: string | undefined;
  readonly source: string | undefined;
}

export interface GateDeps {
  readonly verify: TokenVerifier;
  readonly roles: RoleIds;
  /** Where a request comes from; undefined where nobody knows. */
  readonly sourceOf: (c: Context) => string | undefined;
  /** The scope of a person's calls; undefined for one whom the database does not know, `ended` where the session has ended. */
  readonly scopeOf: (caller: ApiCaller) => Promise<Scope | 'ended' | undefined>;
  /** Whether managed content says that the portal is closed for maintenance (P §5.1); what is public can still be read. */
  readonly isClosed: boolean;
  /** The version of managed content that is served now. */
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

async function personAt(c: Context, { verify, roles }: GateDeps) {
  const [, token] = BEARER.exec(c.req.header('authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await verify(token);
  if (claims === undefined) throw unauthorized();
  return { person: personOf(claims, roles), sessionUid: claims.sid };
}

async function scopeAt(
  call: CallSpec,
  c: Context,
  source: string | undefined,
  deps: GateDeps,
): Promise<Scope | undefined> {
  const isPublic = call.access.includes('public');
  if (deps.isClosed && !(isPublic && call.method === 'GET')) throw closed();
  if (isPublic) return undefined;
  const { person, sessionUid } = await personAt(c, deps);
  if (!call.access.includes(person.role)) throw forbidden();
  const scope = await deps.scopeOf({ person, sessionUid, source });
  if (scope === 'ended') throw unauthorized();
  if (scope === undefined) throw forbidden();
  return scope;
}

async function checkOwner(
  call: CallSpec,
  { body }: ParsedRequest,
  scope: Scope | undefined,
  deps: GateDeps,
): Promise<void> {
  const rows = body === undefined ? [] : (call.rows?.(body) ?? []);
  if (rows.length === 0) return;
  if (scope === undefined || !(await deps.owns(scope, rows))) throw notFound();
}

/**
 * How long an answer may be kept: for good when it is public and its address names the version that it has, else not at
 * all. Another version gets the present text too, but a cache must not keep it under that name.
 */
const cacheOf = (call: CallSpec, c: Context, { contentVersion }: GateDeps): string =>
  call.access.includes('public') && c.req.query('version') === contentVersion
    ? 'public, max-age=31536000, immutable'
    : 'no-store';

/**
 * The answer when the database could not be used. Where something was to be written, it may have been: the connection can
 * break between the database's commit and its answer. So nobody is told that it was not.
 */
const unavailable = (isWrite: boolean): HttpProblem =>
  new HttpProblem(
    503,
    isWrite
      ? 'Our records cannot be reached just now. It is not known whether this was saved: please check before you send it again.'
      : 'Our records cannot be reached just now. Please try again in a moment.',
    { headers: { 'retry-after': String(RETRY_AFTER) } },
  );

/** The answer to anything thrown. What nobody expected is logged without what was sent, and answered without detail. */
export function answerThrown(where: string, thrown: unknown, isWrite: boolean): Response {
  if (thrown instanceof HttpProblem) return problemResponse(thrown);
  if (thrown instanceof ServiceProblem) {
    return problemResponse(
      new HttpProblem(thrown.status, thrown.detail, { title: thrown.title, fields: thrown.fields }),
    );
  }
  logError(where, thrown);
  if (isUnavailable(thrown)) return problemResponse(unavailable(isWrite));
  return problemResponse(new HttpProblem(500, 'Something went wrong on our side. Please try again.'));
}

/** Answers one call. */
export async function handle(call: CallSpec, handler: Handler, c: Context, deps: GateDeps): Promise<Response> {
  try {
    const source = deps.sourceOf(c);
    const scope = await scopeAt(call, c, source, deps);
    const request = { ...(await parseRequest(call, c)), source };
    await checkOwner(call, request, scope, deps);
    const answer = await handler(request, scope);
    const cacheControl = cacheOf(call, c, deps);
    if (call.answersFile !== undefined) return fileResponse(v.parse(FileAnswer, answer));
    return await jsonAnswer(c.req.raw, answer, cacheControl);
  } catch (thrown) {
    return answerThrown(call.id, thrown, call.method !== 'GET');
  }
}
