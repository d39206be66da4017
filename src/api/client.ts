/** Makes the calls of `domain`: one function for all, from the entry of a call and its request to the parsed answer. */
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

/** What is read of an answer, in the time that is left for it; undefined where it cannot be read. */
async function readInTime(reading: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const ended = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const read: unknown = await Promise.race([reading.catch(() => undefined), ended]);
  if (signal.aborted) throw new CallError({ kind: 'noAnswer' });
  return read;
}

/** What an answer says; undefined where it is no JSON. */
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

/** Where an answer does not fit and what belongs there. Not what stands there instead: that may be a person's own. */
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

/** A function that makes any call. The answer is parsed by the call's schema; one that does not fit is a failure. */
export function createClient(settings: ClientSettings) {
  async function send(
    call: CallSpec,
    request: CallRequest,
    token: string | undefined,
    { signal, onProgress }: Surroundings,
  ) {
    const { params, query, body, idempotencyKey } = request;
    const headers: Record<string, string> = {};
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (body !== undefined && call.multipart === undefined) headers['content-type'] = 'application/json';
    const address = addressOf(call, params, query);
    const url = new URL(address, settings.apiBase());
    const { method } = call;
    try {
      if (method !== 'GET') settings.writing?.();
      const ahead = method === 'GET' ? settings.answerAhead?.(address) : undefined;
      const given = ahead && (await unlessAborted(ahead, signal));
      if (given !== undefined) return given;
      if (call.multipart !== undefined) {
        // Of the type of a form the browser says more than we know.
        return await sendWithProgress(url, { method, headers, body: formOf(call, body), signal }, onProgress);
      }
      const sent = new Request(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        credentials: 'omit',
        ...(call.outlivesPage === true && { keepalive: true }),
        signal,
      });
      return await fetch(sent);
    } catch (error) {
      // Neither a time-out nor a broken connection tells whether the server has acted.
      if (error instanceof TypeError || signal.aborted) throw new CallError({ kind: 'noAnswer' });
      throw error;
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
    const isPublic = call.access.includes('public');
    if (isPublic && call.method === 'GET') {
      const address = addressOf(call, request.params, request.query);
      const known = v.safeParse(call.response, settings.answerInDocument?.(address));
      if (known.success) return known.output;
    }
    const token = isPublic ? undefined : await settings.accessToken().catch(providerIsAway);
    if (!isPublic && token === undefined) throw new CallError({ kind: 'signedOut' });
    let response = await send(call, request, token, surroundings);
    if (response.status === 401 && !isPublic) {
      const renewed = await settings.renewedToken().catch(providerIsAway);
      if (renewed === undefined) throw new CallError({ kind: 'signedOut' });
      response = await send(call, request, renewed, surroundings);
    }
    if (!response.ok) {
      const problem = await problemOf(response, signal);
      throw new CallError({ kind: 'refused', status: response.status, ...(problem && { problem }) });
    }
    const body = call.answersFile === undefined ? bodyOf(response, signal) : fileOf(call, response, signal);
    const answer = v.safeParse(call.response, await body);
    if (!answer.success)
      throw new CallError({ kind: 'unreadable', detail: `${call.id}: ${misfitOf(answer.issues[0])}` });
    return answer.output;
  }
}
