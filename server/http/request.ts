/** Parses requests with the schemas of their call. Rejects invalid requests with a list of the invalid fields. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { BODY_LIMIT, type CallSpec, type FilePart, type FileSink, type ReceiveBody } from '#domain/call.ts';
import { unstorableFields } from '../db/text.ts';
import { IdempotencyKey } from '#domain/submission.ts';
import { findProblems } from '#domain/issue.ts';
import { normalizedRequest, normalizedValues } from '#domain/typed-text.ts';
import { atMost, getContent, refuseAnnounced } from './body.ts';
import { readMultipart } from './multipart.ts';
import { HttpProblem, type ProblemField } from './problems.ts';
import { messageFor } from './messages.ts';

/** A request as parsed by the call's schemas. */
export interface ParsedRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Reads the body of a call that accepts a file. The body is unread until then. */
  readonly receive?: ReceiveBody<unknown>;
  readonly idempotencyKey?: string | undefined;
  /** The network address of the client. Undefined if it is unknown. */
  readonly source?: string | undefined;
}

/** The problem of a text that the database cannot store. */
export const NOT_STORABLE = {
  code: 'text.unstorable',
  message: "This has characters that we can't store. Please delete them and type them again.",
} as const;

/** The problem of a missing or invalid idempotency key. */
export const KEY_FORMAT = {
  code: 'idempotencyKey.wrong',
  message: 'The header Idempotency-Key must contain a UUID.',
} as const;

const refusal = (status: 400 | 422, fields: readonly ProblemField[]): HttpProblem =>
  new HttpProblem(status, 'Some of the submitted values are invalid.', { fields });

/**
 * Parses `value` by `schema`. Throws a problem with `status` that names all invalid fields, including texts that the
 * database cannot store.
 */
function fit(schema: v.GenericSchema | undefined, value: unknown, status: 400 | 422, call: CallSpec): unknown {
  if (schema === undefined) return undefined;
  const parsed = v.safeParse(schema, value);
  if (parsed.success) {
    const unstorable = unstorableFields(parsed.output);
    if (unstorable.length === 0) return parsed.output;
    throw refusal(
      status,
      unstorable.map((field) => ({ field, ...NOT_STORABLE })),
    );
  }
  const fields: ProblemField[] = findProblems(schema, value).map(({ field, issue }) => ({
    field,
    code: issue.code,
    message: messageFor(call.id, issue),
  }));
  throw refusal(status, fields);
}

// The rest of a body beyond the discard limit stays unread, so the connection cannot be reused.
const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, `The body may have at most ${limit} bytes.`, { headers: { connection: 'close' } });

/** Reads at most `limit` bytes of a body. `Content-Length` may be wrong or missing. */
async function readText(request: Request, limit: number): Promise<string> {
  const refuse = () => tooLarge(limit);
  const decoder = new TextDecoder();
  let text = '';
  try {
    await refuseAnnounced(request, limit, refuse);
    const content = getContent(request);
    if (content === undefined) return text;
    for await (const chunk of atMost(content, limit, refuse)) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    // A client that disconnects within the body causes a 400, not a server error.
    throw new HttpProblem(400, 'The body is incomplete.');
  }
  return text + decoder.decode();
}

async function readJson(request: Request, limit: number): Promise<unknown> {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpProblem(415, 'The body must be JSON.');
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), await readText(request, limit));
  if (!parsed.success) throw new HttpProblem(400, 'The body is not valid JSON.');
  return parsed.output;
}

function parseIdempotencyKey(c: Context): string {
  const key = v.safeParse(IdempotencyKey, c.req.header('idempotency-key')?.toLowerCase());
  if (key.success) return key.output;
  throw new HttpProblem(400, KEY_FORMAT.message, { fields: [{ field: 'Idempotency-Key', ...KEY_FORMAT }] });
}

/**
 * Returns a function that reads a form with a file and validates all fields with the call's schema, including the
 * stored file.
 */
const createReceiver =
  (
    call: CallSpec,
    { file: part, fileLimit }: NonNullable<CallSpec['multipart']>,
    request: Request,
  ): ReceiveBody<unknown> =>
  async <Stored extends FilePart>({ limit, take, discard }: FileSink<Stored>) => {
    const reading = { file: part, limit: Math.min(limit, fileLimit), take, discard };
    const { fields, stored } = await readMultipart(request, reading);
    try {
      const body = fit(call.body, { ...normalizedValues(fields), ...(stored && { [part]: stored }) }, 422, call);
      if (stored === undefined) throw new HttpProblem(422, 'The form has no file.');
      return { body, file: stored };
    } catch (error) {
      if (stored !== undefined) await discard(stored);
      throw error;
    }
  };

/**
 * Parses the input of `call`: parameters and query (400), idempotency key (400), and body (400 if malformed, 422 if
 * invalid). Texts are normalized first (ruling 109).
 */
export async function parseRequest(call: CallSpec, c: Context): Promise<ParsedRequest> {
  const params = fit(call.params, c.req.param(), 400, call);
  const query = fit(call.query, normalizedRequest(c.req.query()), 400, call);
  const idempotencyKey = call.idempotent === true ? parseIdempotencyKey(c) : undefined;
  const { body: schema, bodyLimit = BODY_LIMIT, multipart } = call;
  if (multipart !== undefined) {
    return { params, query, idempotencyKey, receive: createReceiver(call, multipart, c.req.raw) };
  }
  const body =
    schema === undefined ? undefined : fit(schema, normalizedRequest(await readJson(c.req.raw, bodyLimit)), 422, call);
  return { params, query, body, idempotencyKey };
}
