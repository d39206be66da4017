/**
 * Prefetches a page's initial data in parallel with its code and the access check. One request fetches all of them; the
 * responses arrive one by one. Each response is handed out once, to the first caller with the same request; it is then
 * as old as the caller's own response would have been.
 */
import * as v from 'valibot';
import { INITIAL_DATA_TYPE, INITIAL_DATA, InitialResponse, type InitialReads } from '#domain/portal/document.ts';

/** The lifetime of an unused response, in milliseconds. */
export const PREFETCH_LIFETIME = 5_000;

export interface PrefetchedResponses {
  /** Requests all these addresses; the addresses of a list in sequence. */
  readonly request: (reads: InitialReads) => void;
  /**
   * Returns the prefetched response, once; undefined if there is none or if it could not be prefetched, in which case
   * the caller sends its own request. Rejects with a `TypeError`, like `fetch`, if the connection was lost.
   */
  readonly take: (address: string) => Promise<Response | undefined> | undefined;
  /** Discards all responses, since a write may change their data. */
  readonly clear: () => void;
}

/** A pending response for one address. */
interface Awaited {
  readonly answer: Promise<Response | undefined>;
  readonly settle: (answer?: Response) => void;
  readonly lose: (reason: TypeError) => void;
  readonly since: number;
}

const nothing = (): void => undefined;

function awaited(since: number): Awaited {
  let settle: Awaited['settle'] = nothing;
  let lose: Awaited['lose'] = nothing;
  const answer = new Promise<Response | undefined>((resolve, reject) => {
    settle = resolve;
    lose = reject;
  });
  // The caller reports the failure.
  answer.catch(nothing);
  return { answer, settle, lose, since };
}

const Line = v.pipe(v.string(), v.parseJson(), InitialResponse);

/**
 * Returns a response whose body has been read, so that the caller can continue before the browser renders a loading
 * state.
 */
const toResponse = ({ status, body }: Omit<InitialResponse, 'address'>): Response =>
  Object.defineProperty(new Response(null, { status }), 'json', { value: async () => body });

/** Calls `onLine` with each line of a body as soon as it arrives. */
async function readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  }
}

/** Returns the address, below the API's base, that requests these reads together. */
export const initialDataUrl = (reads: InitialReads): string =>
  `${INITIAL_DATA}?${new URLSearchParams({ reads: JSON.stringify(reads) })}`;

/** Creates the prefetched responses. `fetched` fetches an address below the API's base; `now` is in milliseconds. */
export function createPrefetchedResponses(
  fetched: (address: string) => Promise<Response>,
  now: () => number,
): PrefetchedResponses {
  let requested = new Map<string, Awaited>();

  /** Resolves the waiting reads as their responses arrive. A read without a response is dropped. */
  async function answerAll(reads: InitialReads, waiting: ReadonlyMap<string, Awaited>): Promise<void> {
    const response = await fetched(initialDataUrl(reads));
    // Another server may not support this endpoint.
    if (!response.ok || response.headers.get('content-type') !== INITIAL_DATA_TYPE || response.body === null) return;
    /** Whether each arrived response is successful, by address. */
    const come = new Map<string, boolean>();
    const giveOut = (line: string) => {
      const { address, ...answer } = v.parse(Line, line);
      const given = toResponse(answer);
      come.set(address, given.ok);
      waiting.get(address)?.settle(given);
    };
    await readLines(response.body, giveOut).catch(nothing);
    for (const list of reads) {
      // The reads after one that was rejected or lost were not sent.
      const last = list.find((address) => come.get(address) !== true);
      if (last !== undefined) waiting.get(last)?.lose(new TypeError('The response was lost'));
    }
  }

  return {
    request(reads) {
      if (reads.length === 0) return;
      const waiting = new Map(reads.flat().map((address) => [address, awaited(now())]));
      requested = new Map([...requested, ...waiting]);
      // A caller without a prefetched response sends its own request and reports its failure.
      void answerAll(reads, waiting)
        .catch(nothing)
        .then(() => waiting.forEach(({ settle }) => settle()));
    },
    take(address) {
      const prefetched = requested.get(address);
      requested.delete(address);
      return prefetched === undefined || now() - prefetched.since > PREFETCH_LIFETIME ? undefined : prefetched.answer;
    },
    clear() {
      requested = new Map();
    },
  };
}
