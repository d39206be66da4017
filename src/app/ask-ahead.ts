/**
 * Reads that are asked for before anybody needs them, so that what a page begins with waits neither for its code nor for what
 * decides about the page. They are asked for in one request, whose answers come one by one. Each is given once to whoever asks
 * for the same; it is then as old as theirs would have been.
 */
import * as v from 'valibot';
import { FIRST_ANSWERS_TYPE, FIRST_READS, FirstAnswer, type FirstReads } from '#domain/portal/document.ts';

/** How long an answer waits for somebody who needs it, in milliseconds. */
export const AHEAD_LIMIT = 5_000;

export interface AskAhead {
  /** Asks for all these addresses, those of a list one after the other. */
  readonly ask: (reads: FirstReads) => void;
  /**
   * The answer that was asked for, once; undefined where there is none, or where it could not be asked for in this way: whoever
   * needs it asks alone. Rejects with a `TypeError`, as `fetch` does, where it was lost.
   */
  readonly take: (address: string) => Promise<Response | undefined> | undefined;
  /** Something is written, which may change what was read. */
  readonly forget: () => void;
}

/** What waits for an answer to one address. */
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
  // Whoever needs it says what failed.
  answer.catch(nothing);
  return { answer, settle, lose, since };
}

const Line = v.pipe(v.string(), v.parseJson(), FirstAnswer);

/** An answer that has been read: whoever takes it goes on at once, before the browser draws that something is loading. */
const responseOf = ({ status, body }: Omit<FirstAnswer, 'address'>): Response =>
  Object.defineProperty(new Response(null, { status }), 'json', { value: async () => body });

/** Calls `onLine` with each line of a body as soon as it has come. */
async function readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  }
}

/** The address, below the API's base, of these reads together. */
export const addressOfReads = (reads: FirstReads): string =>
  `${FIRST_READS}?${new URLSearchParams({ reads: JSON.stringify(reads) })}`;

/** `fetched` asks for an address below the API's base; `now` is in milliseconds. */
export function createAskAhead(fetched: (address: string) => Promise<Response>, now: () => number): AskAhead {
  let asked = new Map<string, Awaited>();

  /** Gives out the answers as they come. One that does not come is lost. */
  async function answerAll(reads: FirstReads, waiting: ReadonlyMap<string, Awaited>): Promise<void> {
    const response = await fetched(addressOfReads(reads));
    // Another server may know nothing of this.
    if (!response.ok || response.headers.get('content-type') !== FIRST_ANSWERS_TYPE || response.body === null) return;
    /** Whether each answer that has come is what was asked for. */
    const come = new Map<string, boolean>();
    const giveOut = (line: string) => {
      const { address, ...answer } = v.parse(Line, line);
      const given = responseOf(answer);
      come.set(address, given.ok);
      waiting.get(address)?.settle(given);
    };
    await readLines(response.body, giveOut).catch(nothing);
    for (const list of reads) {
      // What follows one that was refused or lost was not asked for.
      const last = list.find((address) => come.get(address) !== true);
      if (last !== undefined) waiting.get(last)?.lose(new TypeError('The answer was lost'));
    }
  }

  return {
    ask(reads) {
      if (reads.length === 0) return;
      const waiting = new Map(reads.flat().map((address) => [address, awaited(now())]));
      asked = new Map([...asked, ...waiting]);
      // Whoever is given nothing asks alone, and says what fails.
      void answerAll(reads, waiting)
        .catch(nothing)
        .then(() => waiting.forEach(({ settle }) => settle()));
    },
    take(address) {
      const ahead = asked.get(address);
      asked.delete(address);
      return ahead === undefined || now() - ahead.since > AHEAD_LIMIT ? undefined : ahead.answer;
    },
    forget() {
      asked = new Map();
    },
  };
}
