/** Makes the calls of `domain`: one function for all, from the entry of a call and its request to the parsed answer. */
import ky, { HTTPError, type Hooks } from 'ky';
import * as v from 'valibot';
import { type CallFailure, type CallSpec, type OnProgress, Problem, TIME_LIMITS, addressOf } from '#domain/call.ts';
import { fileNameFrom, isFileName } from '#domain/file.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** What a call throws: a `CallFailure` by its properties, so that a machine can keep it as plain data. */
export class CallError extends Error {
  constructor(failure: CallFailure) {
    super(failure.kind === 'refused' ? (failure.problem?.title ?? `Refused with ${failure.status}`) : failure.kind);
    Object.assign(this, failure);
  }
}

/** What the client needs to know of the portal around it. */
export interface ClientSettings {
  /** The API's base address, with a slash at its end. */
  readonly apiBase: () => string;
  /** The access token, or undefined when nobody is signed in. */
  readonly accessToken: () => Promise<string | undefined>;
  /** Asks for a fresh token after the server refused the present one; undefined when there is none. */
  readonly renewedToken: () => Promise<string | undefined>;
  /** The answer of a public read that came with the page; undefined where there is none. */
  readonly answerInDocument?: (address: string) => unknown;
  /** The answer to a read that was asked for before; undefined where there is none, or none will come. Given once. */
  readonly answerAhead?: (address: string) => Promise<Response | undefined> | undefined;
  /** Hears that something is written, which may change what was read. */
  readonly writing?: () => void;
}

const CallRequest = v.object({
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  query: v.optional(v.record(v.string(), v.optional(v.union([v.string(), v.number(), v.boolean()]))), {}),
  body: v.optional(v.unknown()),
  idempotencyKey: v.optional(v.string()),
});
type CallRequest = v.InferOutput<typeof CallRequest>;

/** A file in the body of a request: its bytes stay where the browser has them until they are sent. */
const FileToSend = v.object({ name: v.string(), content: v.instance(Blob) });

/** What goes with a call while it is made. */
interface Surroundings {
  readonly signal: AbortSignal;
  /** Hears how much of a body with a file has been sent. */
  readonly onProgress: OnProgress;
}

const Parts = v.record(v.string(), v.unknown());

/** The body of a call that takes a file, as a form. What is undefined is left out. */
export function formOf({ multipart }: CallSpec, body: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(v.parse(Parts, body))) {
    if (part === undefined) continue;
    if (name !== multipart?.file) form.append(name, v.parse(v.string(), part));
    else {
      const file = v.parse(FileToSend, part);
      form.append(name, file.content, file.name);
    }
  }
  return form;
}

/** Resolves to the parsed response, or undefined if it cannot be parsed. Rejects at the time limit. */
async function readInTime(reading: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const read: unknown = await Promise.race([reading.catch(() => undefined), ended]);
  if (signal.aborted) throw new CallError({ kind: 'noAnswer' });
  return read;
}

/** Returns the JSON of a response; undefined if it is not JSON. */
const bodyOf = (response: Response, signal: AbortSignal): Promise<unknown> => readInTime(response.json(), signal);

/** A file that was answered; undefined where it is of a type that its call does not have, or has no name. */
async function fileOf({ answersFile }: CallSpec, response: Response, signal: AbortSignal): Promise<unknown> {
  const { headers } = response;
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  const fileName = fileNameFrom(headers.get('content-disposition') ?? '');
  if (answersFile?.includes(mediaType) !== true || fileName === undefined || !isFileName(fileName)) return undefined;
  const content = await readInTime(response.blob(), signal);
  return content instanceof Blob ? { fileName, mediaType, size: content.size, content } : undefined;
}

/** Describes where a response does not match its schema and what the schema expects. Omits the value, which may be personal data. */
const misfitOf = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? 'the answer'}: ${issue.expected ?? issue.type} is expected`;

async function problemOf(response: Response, signal: AbortSignal): Promise<Problem | undefined> {
  const parsed = v.safeParse(Problem, await bodyOf(response, signal));
  return parsed.success ? parsed.output : undefined;
}

/** Rejects as soon as nobody wants the answer any more. */
const unlessAborted = <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });

/** The sign-in provider does not answer: whether somebody is signed in is not known. */
const providerIsAway = (): never => {
  throw new CallError({ kind: 'noAnswer' });
};

/** How many times a read is retried. */
const RETRIES = 2;
/** Refusals after which the same read may succeed a moment later. */
const RETRIED_STATUSES: readonly number[] = [408, 429, 502, 503, 504];
/** The longest `Retry-After` that is waited for, in milliseconds. After a longer one the refusal stands. */
const LONGEST_WAIT = 5_000;

/** How long `Retry-After` asks to wait, in milliseconds: 0 without one, not a number where it cannot be read. */
function retryAfterOf({ headers }: Response): number {
  const given = headers.get('retry-after');
  if (given === null) return 0;
  const seconds = Number(given);
  return Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
}

/** Whether a failed try may be followed by another. ky decides by the status, and by itself would retry after any error. */
const isRetriable = (error: Error): boolean =>
  error instanceof HTTPError ? retryAfterOf(error.response) <= LONGEST_WAIT : error instanceof TypeError;

/** Puts a token where the server looks for it. Without one nobody is signed in. */
function authorize(headers: Headers, token: string | undefined): void {
  if (token === undefined) throw new CallError({ kind: 'signedOut' });
  headers.set('authorization', `Bearer ${token}`);
}

/** A function that makes any call. The answer is parsed by the call's schema; one that does not fit is a failure. */
export function createClient(settings: ClientSettings) {
  /**
   * The hooks of one call: it gets its token and its request id, a read its answer where that was asked for ahead, and a token
   * that the server refuses is renewed once.
   */
  function hooksOf(call: CallSpec, address: string, signal: AbortSignal) {
    const isPublic = call.access.includes('public');
    let renewals = 0;
    const hooks = {
      beforeRequest: [
        async ({ headers }, _options, { retryCount }) => {
          // A retry has the headers of the try before it.
          if (retryCount > 0) return;
          if (!isPublic) authorize(headers, await settings.accessToken().catch(providerIsAway));
          headers.set('x-request-id', crypto.randomUUID());
        },
        () => {
          if (call.method !== 'GET') return settings.writing?.();
          const ahead = settings.answerAhead?.(address);
          return ahead && unlessAborted(ahead, signal);
        },
      ],
      afterResponse: [
        async (request, _options, { status }) => {
          if (status !== 401 || isPublic || renewals > 0) return undefined;
          renewals += 1;
          const headers = new Headers(request.headers);
          authorize(headers, await settings.renewedToken().catch(providerIsAway));
          return ky.retry({ request: new Request(request, { headers }), delay: 0 });
        },
      ],
    } satisfies Hooks;
    return { hooks, renewals: () => renewals };
  }

  /** The server's answer, after a retry or a renewed token where one was needed. Throws a {@link CallError} for a refusal or no answer. */
  async function send(call: CallSpec, request: CallRequest, { signal, onProgress }: Surroundings): Promise<Response> {
    const { params, query, body, idempotencyKey } = request;
    const { method } = call;
    const address = addressOf(call, params, query);
    const { hooks, renewals } = hooksOf(call, address, signal);
    const form = call.multipart && formOf(call, body);
    try {
      return await ky(address, {
        prefixUrl: settings.apiBase(),
        method,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
        ...(form === undefined
          ? { json: body }
          : // Of the type of a form the browser says more than we know.
            { fetch: (sent) => sendWithProgress(new Request(sent), form, onProgress) }),
        credentials: 'omit',
        ...(call.outlivesPage === true && { keepalive: true }),
        signal,
        // The signal has ours, which holds over all tries and until the answer has been read.
        timeout: false,
        hooks,
        retry: {
          // Only reads are retried. One try more is for a renewed token, whatever the call.
          limit: RETRIES + 1,
          methods: ['get'],
          statusCodes: [...RETRIED_STATUSES],
          afterStatusCodes: [...RETRIED_STATUSES],
          jitter: true,
          shouldRetry: ({ error, retryCount }) =>
            retryCount - renewals() <= RETRIES && isRetriable(error) ? undefined : false,
        },
      });
    } catch (error) {
      // Neither a time-out nor a broken connection tells whether the server has acted.
      if (error instanceof TypeError || signal.aborted) throw new CallError({ kind: 'noAnswer' });
      if (!(error instanceof HTTPError)) throw error;
      const { response } = error;
      const problem = await problemOf(response, signal);
      throw new CallError({ kind: 'refused', status: response.status, ...(problem && { problem }) });
    }
  }

  return async function make(
    call: CallSpec,
    request: unknown,
    caller: AbortSignal,
    onProgress: OnProgress = () => undefined,
  ): Promise<unknown> {
    // The limit holds until the answer has been read.
    const deadline = new AbortController();
    const alarm = setTimeout(() => deadline.abort(), TIME_LIMITS[call.timeLimit]);
    try {
      const signal = AbortSignal.any([caller, deadline.signal]);
      return await answerTo(call, v.parse(CallRequest, request), { signal, onProgress });
    } finally {
      clearTimeout(alarm);
    }
  };

  async function answerTo(call: CallSpec, request: CallRequest, surroundings: Surroundings): Promise<unknown> {
    const { signal } = surroundings;
    if (call.access.includes('public') && call.method === 'GET') {
      const address = addressOf(call, request.params, request.query);
      const known = v.safeParse(call.response, settings.answerInDocument?.(address));
      if (known.success) return known.output;
    }
    const response = await send(call, request, surroundings);
    const body = call.answersFile === undefined ? bodyOf(response, signal) : fileOf(call, response, signal);
    const answer = v.safeParse(call.response, await body);
    if (!answer.success)
      throw new CallError({ kind: 'unreadable', detail: `${call.id}: ${misfitOf(answer.issues[0])}` });
    return answer.output;
  }
}
