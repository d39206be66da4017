/** API client: sends the calls declared in `domain` and parses their responses. */
import ky, { HTTPError, type Hooks } from 'ky';
import * as v from 'valibot';
import { type CallFailure, type CallSpec, type OnProgress, Problem, TIME_LIMITS, buildUrl } from '#domain/call.ts';
import { fileNameFrom, isFileName } from '#domain/file.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** The error of a failed call. Its own properties are a `CallFailure`, so that a machine can store it as plain data. */
export class CallError extends Error {
  constructor(failure: CallFailure) {
    super(failure.kind === 'refused' ? (failure.problem?.title ?? `Refused with ${failure.status}`) : failure.kind);
    Object.assign(this, failure);
  }
}

/** Dependencies of the client on the portal. */
export interface ClientSettings {
  /** Returns the base URL of the API, with a trailing slash. */
  readonly apiBase: () => string;
  /** Resolves to the access token, or to undefined if the user is signed out. */
  readonly accessToken: () => Promise<string | undefined>;
  /** Resolves to a fresh token after the server rejected the current one, or to undefined if there is none. */
  readonly renewedToken: () => Promise<string | undefined>;
  /** Returns the response of a public read that the server embedded in the document, or undefined. */
  readonly answerInDocument?: (address: string) => unknown;
  /**
   * Returns the response of a prefetched read, or undefined if there is none or its request failed. Each response is
   * returned once.
   */
  readonly prefetched?: (address: string) => Promise<Response | undefined> | undefined;
  /** Called before each write, which may make earlier reads stale. */
  readonly onWrite?: () => void;
}

const CallRequest = v.object({
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  query: v.optional(v.record(v.string(), v.optional(v.union([v.string(), v.number(), v.boolean()]))), {}),
  body: v.optional(v.unknown()),
  idempotencyKey: v.optional(v.string()),
});
type CallRequest = v.InferOutput<typeof CallRequest>;

/** A file in a request body. The browser does not read its content into memory before sending. */
const FileToSend = v.object({ name: v.string(), content: v.instance(Blob) });

/** The context of a call in progress. */
interface SendDeps {
  readonly signal: AbortSignal;
  /** Reports the upload progress of a body with a file. */
  readonly onProgress: OnProgress;
}

const Parts = v.record(v.string(), v.unknown());

/** Returns the multipart form of a call with a file. Omits undefined values. */
export function toFormData({ multipart }: CallSpec, body: unknown): FormData {
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
const readBody = (response: Response, signal: AbortSignal): Promise<unknown> => readInTime(response.json(), signal);

/**
 * Returns the file in a response, or undefined if the call does not allow its media type or if it has no valid file
 * name.
 */
async function readFile({ answersFile }: CallSpec, response: Response, signal: AbortSignal): Promise<unknown> {
  const { headers } = response;
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  const fileName = fileNameFrom(headers.get('content-disposition') ?? '');
  if (answersFile?.includes(mediaType) !== true || fileName === undefined || !isFileName(fileName)) return undefined;
  const content = await readInTime(response.blob(), signal);
  return content instanceof Blob ? { fileName, mediaType, size: content.size, content } : undefined;
}

/** Describes where a response does not match its schema, with the expected type. Omits the value, which may be personal data. */
const describeSchemaMismatch = (issue: v.BaseIssue<unknown>): string =>
  `${v.getDotPath(issue) ?? 'the answer'}: ${issue.expected ?? issue.type} is expected`;

async function readProblem(response: Response, signal: AbortSignal): Promise<Problem | undefined> {
  const parsed = v.safeParse(Problem, await readBody(response, signal));
  return parsed.success ? parsed.output : undefined;
}

/** Rejects as soon as the caller aborts. */
const unlessAborted = <Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });

/** Throws because the sign-in provider did not respond, so the client cannot tell whether the user is signed in. */
const providerIsAway = (): never => {
  throw new CallError({ kind: 'noAnswer' });
};

/** Maximum number of retries of a read. */
const RETRIES = 2;
/** Status codes after which a retry may succeed. */
const RETRIED_STATUSES: readonly number[] = [408, 429, 502, 503, 504];
/** Longest `Retry-After` that the client waits for, in milliseconds. A longer value ends the retries. */
const LONGEST_WAIT = 5_000;

/** Returns the delay of `Retry-After` in milliseconds: 0 if the header is missing, `NaN` if it is invalid. */
function parseRetryAfter({ headers }: Response): number {
  const given = headers.get('retry-after');
  if (given === null) return 0;
  const seconds = Number(given);
  return Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
}

/**
 * Returns whether a failed attempt may be retried. ky checks the status code, but would retry after any other error.
 */
const isRetriable = (error: Error): boolean =>
  error instanceof HTTPError ? parseRetryAfter(error.response) <= LONGEST_WAIT : error instanceof TypeError;

/** Sets the authorization header. Throws if there is no token, because the user is signed out. */
function authorize(headers: Headers, token: string | undefined): void {
  if (token === undefined) throw new CallError({ kind: 'signedOut' });
  headers.set('authorization', `Bearer ${token}`);
}

/**
 * Creates the function that sends calls. It parses each response by the call's schema and rejects responses that do not
 * match.
 */
export function createClient(settings: ClientSettings) {
  /**
   * Returns the hooks of one call. They set the token and the request id, use a prefetched response if available, and
   * renew a rejected token once.
   */
  function createHooks(call: CallSpec, address: string, signal: AbortSignal) {
    const isPublic = call.access.includes('public');
    let renewals = 0;
    const hooks = {
      beforeRequest: [
        async ({ headers }, _options, { retryCount }) => {
          // A retry reuses the headers of the first attempt.
          if (retryCount > 0) return;
          if (!isPublic) authorize(headers, await settings.accessToken().catch(providerIsAway));
          headers.set('x-request-id', crypto.randomUUID());
        },
        () => {
          if (call.method !== 'GET') return settings.onWrite?.();
          const response = settings.prefetched?.(address);
          return response && unlessAborted(response, signal);
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

  /**
   * Returns the server's response after any retries and token renewal. Throws a {@link CallError} if the server refuses
   * the call or does not respond.
   */
  async function send(call: CallSpec, request: CallRequest, { signal, onProgress }: SendDeps): Promise<Response> {
    const { params, query, body, idempotencyKey } = request;
    const { method } = call;
    const address = buildUrl(call, params, query);
    const { hooks, renewals } = createHooks(call, address, signal);
    const form = call.multipart && toFormData(call, body);
    try {
      return await ky(address, {
        prefixUrl: settings.apiBase(),
        method,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
        ...(form === undefined
          ? { json: body }
          : // The browser sets the content type, which contains the boundary of the form's parts.
            { fetch: (sent) => sendWithProgress(new Request(sent), form, onProgress) }),
        credentials: 'omit',
        ...(call.outlivesPage === true && { keepalive: true }),
        signal,
        // ky's timeout is off. The signal covers all attempts and the reading of the response.
        timeout: false,
        hooks,
        retry: {
          // Only reads are retried. The additional attempt is for a renewed token, which any method may need.
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
      // After a timeout or a broken connection, the server may or may not have processed the call.
      if (error instanceof TypeError || signal.aborted) throw new CallError({ kind: 'noAnswer' });
      if (!(error instanceof HTTPError)) throw error;
      const { response } = error;
      const problem = await readProblem(response, signal);
      throw new CallError({ kind: 'refused', status: response.status, ...(problem && { problem }) });
    }
  }

  return async function make(
    call: CallSpec,
    request: unknown,
    caller: AbortSignal,
    onProgress: OnProgress = () => undefined,
  ): Promise<unknown> {
    // The time limit covers the reading of the response.
    const deadline = new AbortController();
    const alarm = setTimeout(() => deadline.abort(), TIME_LIMITS[call.timeLimit]);
    try {
      const signal = AbortSignal.any([caller, deadline.signal]);
      return await answerTo(call, v.parse(CallRequest, request), { signal, onProgress });
    } finally {
      clearTimeout(alarm);
    }
  };

  async function answerTo(call: CallSpec, request: CallRequest, deps: SendDeps): Promise<unknown> {
    const { signal } = deps;
    if (call.access.includes('public') && call.method === 'GET') {
      const address = buildUrl(call, request.params, request.query);
      const known = v.safeParse(call.response, settings.answerInDocument?.(address));
      if (known.success) return known.output;
    }
    const response = await send(call, request, deps);
    const body = call.answersFile === undefined ? readBody(response, signal) : readFile(call, response, signal);
    const answer = v.safeParse(call.response, await body);
    if (!answer.success)
      throw new CallError({ kind: 'unreadable', detail: `${call.id}: ${describeSchemaMismatch(answer.issues[0])}` });
    return answer.output;
  }
}
