/**
 * The declaration of API calls. Each area's `calls.ts` declares its calls with {@link defineCall}. The portal's client,
 * the server's routes, the OpenAPI document and the tests all derive from these declarations.
 */
import * as v from 'valibot';
import type { Cents, Dollars, PlainNumber } from './money.ts';

/** The kinds of callers: anyone, the signed-in borrower, or an authorized payer on the borrower's behalf. */
export type Caller = 'public' | 'borrower' | 'payer';

/** Client timeouts in milliseconds. A timeout does not mean that the submission failed. */
export const TIME_LIMITS = { read: 15_000, write: 30_000, upload: 120_000 } as const;

/** Callback for upload progress, in whole percent of the request body. */
export type OnProgress = (percent: number) => void;

/** The default limit of a request body, in bytes. */
export const BODY_LIMIT = 16 * 1024;

/** A file in a request, as schemas see it. In the browser it also has `content`, a `Blob`. */
export const FilePart = v.looseObject({ name: v.string(), size: v.number(), mediaType: v.string() });
export type FilePart = v.InferOutput<typeof FilePart>;

/** A multipart/form-data body: one file part; all other parts are text. */
export interface Multipart {
  /** The name of the file part. In the body's schema it is a {@link FilePart}. */
  readonly file: string;
  /** The maximum file size in bytes. The server stops reading at this limit (413). */
  readonly fileLimit: number;
}

/**
 * A file while it is being received. `content` can be read once and throws if the upload breaks off or exceeds the
 * limit.
 */
export interface ArrivingFile {
  /** The name as the client sent it; not validated. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Stores the file of a multipart body. The server calls `discard` if the rest of the request turns out to be invalid.
 */
export interface FileSink<Stored extends FilePart> {
  /** A limit in bytes, if it is lower than the call's own limit. */
  readonly limit: number;
  readonly take: (file: ArrivingFile) => Promise<Stored>;
  readonly discard: (stored: Stored) => Promise<void>;
}

/** Reads a multipart body: streams the file to the sink, then validates the whole body including the stored file. */
export type ReceiveBody<Body> = <Stored extends FilePart>(
  sink: FileSink<Stored>,
) => Promise<{ readonly body: Body; readonly file: Stored }>;

/** A row that a request refers to. It must belong to the borrower whose data the request accesses. */
export interface OwnedRow {
  readonly kind: 'account' | 'group' | 'paymentMethod' | 'inboxMessage';
  /** The row's key in the request. For a group: `accountNumber/groupId`. */
  readonly key: string;
}

type Schema = v.GenericSchema<unknown, unknown>;
type In<S> = S extends v.GenericSchema<infer I, unknown> ? I : never;
type Out<S> = S extends v.GenericSchema<unknown, infer O> ? O : never;

export interface CallSpec {
  /** The call's name in the OpenAPI document and in tests, such as `payments.submit`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api/1/`, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: readonly Caller[];
  readonly timeLimit: keyof typeof TIME_LIMITS;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The maximum body size in bytes, by default {@link BODY_LIMIT}. The server stops reading at this limit (413). */
  readonly bodyLimit?: number;
  /** Declares a multipart/form-data body with a file. JSON if omitted. */
  readonly multipart?: Multipart;
  readonly response: Schema;
  /** The media types of a file response. `response` is then {@link FileResponse}. */
  readonly answersFile?: readonly string[];
  /** Takes an `Idempotency-Key`: repeating the call with the same key and body returns the first response. */
  readonly idempotent?: true;
  /** Rate limited: 429 after too many attempts, 503 under high load, both with `Retry-After`. */
  readonly limited?: true;
  /**
   * The browser completes the request even if the user leaves the page (`keepalive`). The body is limited to 64 KiB.
   */
  readonly outlivesPage?: true;
  /** The call may change which pages the person can open, so the portal reloads the access facts (domain/session/access). */
  readonly changesAccess?: true;
  /** Returns the number of unread inbox messages if the parsed response contains it. The menu shows it on every page. */
  unreadIn?(answer: unknown): number | undefined;
  /**
   * Returns whether a lower payment or a pause may help the borrower, if the parsed response contains this fact. The footer
   * offers help to those only.
   */
  mayGetHelpIn?(answer: unknown): boolean | undefined;
  /**
   * Returns the rows that a parsed body refers to. The server refuses the call unless all of them belong to the
   * borrower.
   */
  rows?(body: unknown): readonly OwnedRow[];
}

type AddressParts = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Builds the URL of a request, relative to the API's base. Encodes each parameter, so that no parameter can change the
 * path. Throws a `RangeError` for a parameter that is empty or consists only of dots.
 */
export function buildUrl({ path }: CallSpec, params: AddressParts = {}, query: AddressParts = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`${path}: ${name} is not a valid path segment`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

type Part<C, K extends string, S extends 'in' | 'out'> = C extends { readonly [P in K]: infer T extends Schema }
  ? { readonly [P in K]: S extends 'in' ? In<T> : Out<T> }
  : unknown;
type Key<C> = C extends { readonly idempotent: true } ? { readonly idempotencyKey: string } : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

/**
 * The arguments of a call: parameters, query and body in wire format, and the idempotency key if the call takes one.
 */
export type CallRequest<C extends CallSpec> = Flat<
  Part<C, 'params', 'in'> & Part<C, 'query', 'in'> & Part<C, 'body', 'in'> & Key<C>
>;

/** The parsed JSON body. For multipart calls the handler reads the body itself and chooses the sink for the file. */
type ReceivedBody<C> = C extends { readonly multipart: Multipart; readonly body: infer B extends Schema }
  ? { readonly receive: ReceiveBody<Out<B>> }
  : Part<C, 'body', 'out'>;

/** The request as the server's handler receives it, after parsing. */
export type CallReceived<C extends CallSpec> = Flat<
  Part<C, 'params', 'out'> & Part<C, 'query', 'out'> & ReceivedBody<C> & Key<C>
>;

/** The response as the caller receives it, after parsing. */
export type CallResponse<C extends CallSpec> = Out<C['response']>;

/**
 * A wire format with amounts in {@link Cents}. All else is as on the wire. The types of all other numbers reject amounts, so
 * that no response contains cents.
 */
export type InCents<Wire> = unknown extends Wire
  ? Wire
  : Wire extends Dollars
    ? Cents
    : Wire extends number
      ? number extends Wire
        ? PlainNumber
        : Wire
      : Wire extends string | boolean | null | undefined
        ? Wire
        : Wire extends readonly (infer Item)[]
          ? readonly InCents<Item>[]
          : { readonly [K in keyof Wire]: InCents<Wire[K]> };

/**
 * The response as the server's handler returns it: amounts in cents, all else in wire format. The server converts the
 * amounts to dollars by the call's schema (server/wire-format.ts).
 */
export type CallSent<C extends CallSpec> = C extends { readonly answersFile: readonly string[] }
  ? In<C['response']>
  : InCents<In<C['response']>>;

/** Declares a call. The type preserves each schema, so that client and server infer their types from it. */
export const defineCall = <const C extends CallSpec>(spec: C): C => spec;

/** Declares a call that reads data: a GET with the time limit of reads. */
export const readCall = <const C extends Omit<CallSpec, 'method' | 'timeLimit'>>(spec: C) =>
  defineCall({ method: 'GET', timeLimit: 'read', ...spec });

/** The body of a refused call (RFC 9457). `fields` lists validation errors with the codes of the domain rules. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.optional(v.string()),
  /** Identifies the request in the server's log. */
  requestId: v.optional(v.string()),
  fields: v.optional(v.array(v.object({ field: v.string(), code: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;

/** The reason why a call returned no usable response. Plain data, so that machines can keep it in their context. */
export const CallFailure = v.variant('kind', [
  v.object({ kind: v.literal('refused'), status: v.number(), problem: v.optional(Problem) }),
  v.object({ kind: v.literal('noAnswer') }),
  v.object({ kind: v.literal('signedOut') }),
  v.object({ kind: v.literal('unreadable'), detail: v.string() }),
]);
export type CallFailure = v.InferOutput<typeof CallFailure>;

/**
 * Converts a thrown value to a {@link CallFailure}. The client throws call failures; any other value becomes
 * `unreadable`.
 */
export function toFailure(thrown: unknown): CallFailure {
  const parsed = v.safeParse(CallFailure, thrown);
  if (parsed.success) return parsed.output;
  return { kind: 'unreadable', detail: thrown instanceof Error ? thrown.message : 'Unexpected Error' };
}

/** Returns whether the server refused the call with this status. */
export const isRefusedWith = (failure: CallFailure, status: number): boolean =>
  failure.kind === 'refused' && failure.status === status;

/** Returns whether the requested row does not exist, or is not the caller's. The server refuses an impossible id with 400. */
export const isNotFound = (failure: CallFailure): boolean => isRefusedWith(failure, 404) || isRefusedWith(failure, 400);
