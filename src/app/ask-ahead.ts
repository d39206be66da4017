/**
 * Reads that are asked for before anybody needs them, so that what a page begins with waits neither for its code nor for what
 * decides about the page. Each answer is given once to whoever asks for the same; it is then as old as theirs would have been.
 */

/** How long an answer waits for somebody who needs it, in milliseconds. */
export const AHEAD_LIMIT = 5_000;

export interface AskAhead {
  /** Asks for an address, unless the same is under way already; and for the next ones, each when the one before was answered. */
  readonly ask: (address: string, ...next: string[]) => void;
  /** The answer that was asked for, once; undefined where there is none. Rejects where none came. */
  readonly take: (address: string) => Promise<Response> | undefined;
  /** Something is written, which may change what was read. */
  readonly forget: () => void;
}

interface Asked {
  readonly answer: Promise<Response>;
  readonly since: number;
}

/**
 * An answer whose body has been read as well: whoever takes it goes on at once, before the browser draws that something is
 * loading.
 */
async function withBody(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  const body: Promise<unknown> = response.json();
  await body.catch(() => undefined);
  return Object.defineProperty(response, 'json', { value: () => body });
}

/** `fetched` asks for an address; `now` is in milliseconds. */
export function createAskAhead(fetched: (address: string) => Promise<Response>, now: () => number): AskAhead {
  let asked = new Map<string, Asked>();
  const ask = (address: string, ...next: string[]): void => {
    if (asked.has(address)) return;
    const answer = fetched(address);
    const askedTogether = asked;
    const askNext = ({ ok }: Response) => {
      const [following, ...others] = next;
      if (ok && following !== undefined && asked === askedTogether) ask(following, ...others);
    };
    // Whoever needs it says what failed.
    answer.then(askNext).catch(() => undefined);
    const whole = withBody(answer);
    whole.catch(() => undefined);
    asked.set(address, { answer: whole, since: now() });
  };
  return {
    ask,
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
