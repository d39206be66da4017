/**
 * The form of an API call. Each area's `calls.ts` lists its calls as such entries; the portal's client, the server's
 * routes, the OpenAPI document and the tests are all made from them, so no call is described twice.
 */
import * as v from 'valibot';

/** Who may make a call: anyone, the signed-in borrower, or an authorized payer on the borrower's behalf. */
export type Caller = 'public' | 'borrower' | 'payer';

/** How long the portal waits for an answer, in milliseconds. No answer in time is not a failure of the submission. */
export const TIME_LIMITS = { read: 15_000, write: 30_000, upload: 120_000 } as const;

/** Hears how much of the body of a call with a file has left the browser, in whole percent. */
export type OnProgress = (percent: number) => void;

/** The most bytes of a request's body, where the call does not declare another limit. */
export const BODY_LIMIT = 16 * 1024;

/** A file in a request, as far as schemas look at it; in a browser it has its `content` as well, a `Blob`. */
export const FilePart = v.looseObject({ name: v.string(), size: v.number(), mediaType: v.string() });
export type FilePart = v.InferOutput<typeof FilePart>;

/** A body of multipart/form-data: all its parts are texts but one, which is a file. */
export interface Multipart {
  /** The part that is the file; in the body's schema it is a {@link FilePart}. */
  readonly file: string;
  /** The most bytes that the file may have; the server reads no further (413). */
  readonly fileLimit: number;
}

/** A file while it arrives. Its content can be read once, and fails where it breaks off or is too large. */
export interface ArrivingFile {
  /** As the sender calls it: anything. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What takes the file of a body, of which all else may turn out wrong afterwards: then it is thrown away again. */
export interface FileSink<Kept extends FilePart> {
  /** The most bytes to take, where that is less than the call's own limit. */
  readonly limit: number;
  readonly take: (file: ArrivingFile) => Promise<Kept>;
  readonly discard: (kept: Kept) => Promise<void>;
}

/** Reads a multipart body as it arrives: the file goes to the sink, and the whole is validated with what that has made of it. */
export type ReceiveBody<Body> = <Kept extends FilePart>(
  sink: FileSink<Kept>,
) => Promise<{ readonly body: Body; readonly file: Kept }>;

/** A row that a request names and that must belong to the borrower it is made for. */
export interface OwnedRow {
  readonly kind: 'account' | 'group' | 'paymentMethod' | 'inboxMessage';
  /** The row's key as the request names it; a group's is `accountNumber/groupId`. */
  readonly key: string;
}

type Schema = v.GenericSchema<unknown, unknown>;
type In<S> = S extends v.GenericSchema<infer I, unknown> ? I : never;
type Out<S> = S extends v.GenericSchema<unknown, infer O> ? O : never;

export interface CallSpec {
  /** The name under which it stands in the OpenAPI document and in tests: `payments.submit`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path under `/api/1/`, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: readonly Caller[];
  readonly timeLimit: keyof typeof TIME_LIMITS;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The most bytes that the body may have; {@link BODY_LIMIT} where it is left out. The server reads no further (413). */
  readonly bodyLimit?: number;
  /** The body is multipart/form-data, with a file; JSON where it is left out. */
  readonly multipart?: Multipart;
  readonly response: Schema;
  /** Answers with a file of one of these media types instead of JSON; `response` is then {@link FileAnswer}. */
  readonly answersFile?: readonly string[];
  /** Takes an `Idempotency-Key`: repeating the call with the same key and body returns the first answer. */
  readonly idempotent?: true;
  /** Refused after too many tries (429) and while too many others are made (503), with `Retry-After`. */
  readonly limited?: true;
  /** The browser finishes sending it also when the page is left meanwhile; the body is then at most 64 KiB. */
  readonly outlivesPage?: true;
  /** What it does may change who may open which page; the portal asks for those facts anew (domain/access). */
  readonly changesAccess?: true;
  /** How many messages in the inbox are unread, where the parsed answer says so: the menu shows it on every page. */
  unreadIn?(answer: unknown): number | undefined;
  /** The rows a parsed body names; the server refuses the call unless all belong to the borrower. */
  rows?(body: unknown): readonly OwnedRow[];
}

type AddressParts = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The address of a request below the API's base: each parameter is encoded, so that none can leave its place. Refuses with a
 * `RangeError` what cannot be encoded: a parameter of dots alone, or an empty one.
 */
export function addressOf({ path }: CallSpec, params: AddressParts = {}, query: AddressParts = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`${path}: ${name} is no part of an address`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  return asked.size === 0 ? filled : `${filled}?${asked}`;
}

type Part<C, K extends string, S extends 'in' | 'out'> = C extends { readonly [P in K]: infer T extends Schema }
  ? { readonly [P in K]: S extends 'in' ? In<T> : Out<T> }
  : unknown;
type Key<C> = C extends { readonly idempotent: true } ? { readonly idempotencyKey: string } : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

/** What a caller hands over: parameters, query and body in wire form, and the idempotency key where one is taken. */
export type CallRequest<C extends CallSpec> = Flat<
  Part<C, 'params', 'in'> & Part<C, 'query', 'in'> & Part<C, 'body', 'in'> & Key<C>
>;

/** A JSON body has been read; one with a file is read by the handler, which says where the file goes. */
type ReceivedBody<C> = C extends { readonly multipart: Multipart; readonly body: infer B extends Schema }
  ? { readonly receive: ReceiveBody<Out<B>> }
  : Part<C, 'body', 'out'>;

/** What the server works with: the request after parsing. */
export type CallReceived<C extends CallSpec> = Flat<
  Part<C, 'params', 'out'> & Part<C, 'query', 'out'> & ReceivedBody<C> & Key<C>
>;

/** What the caller gets: the answer after parsing. */
export type CallAnswer<C extends CallSpec> = Out<C['response']>;

/** What the server sends: the answer in wire form. */
export type CallSent<C extends CallSpec> = In<C['response']>;

/** Declares a call. The type keeps each schema, so that both sides infer their values from it. */
export const defineCall = <const C extends CallSpec>(spec: C): C => spec;

/** What a refused call answers (RFC 9457), with the fields at fault in the rules' own words. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.optional(v.string()),
  /** By which the refusal is found in the server's log. */
  requestId: v.optional(v.string()),
  fields: v.optional(v.array(v.object({ field: v.string(), code: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;

/** Why a call brought no answer that can be used. Plain data, so that it may stand in a machine's context. */
export const CallFailure = v.variant('kind', [
  v.object({ kind: v.literal('refused'), status: v.number(), problem: v.optional(Problem) }),
  v.object({ kind: v.literal('noAnswer') }),
  v.object({ kind: v.literal('signedOut') }),
  v.object({ kind: v.literal('unreadable'), detail: v.string() }),
]);
export type CallFailure = v.InferOutput<typeof CallFailure>;

/** A thrown value as a {@link CallFailure}: what the client throws is one; anything else reads as an unreadable answer. */
export function failureOf(thrown: unknown): CallFailure {
  const parsed = v.safeParse(CallFailure, thrown);
  if (parsed.success) return parsed.output;
  return { kind: 'unreadable', detail: thrown instanceof Error ? thrown.message : 'Unexpected Error' };
}

/** Whether the server has refused a call with this status. */
export const isRefusedWith = (failure: CallFailure, status: number): boolean =>
  failure.kind === 'refused' && failure.status === status;
