/**
 * Reads that are asked for before anybody needs them, so that what a page begins with waits neither for its code nor for what
 * decides about the page. Each answer is given once to whoever asks for the same; it is then as old as theirs would have been.
 */

/** How long an answer waits for somebody who needs it, in milliseconds. */
export const AHEAD_LIMIT = 5_000;

export interface AskAhead {
  /** Asks for an address, unless the same is under way already. */
  readonly ask: (address: string) => void;
  /** The answer that was asked for, once; undefined where there is none. Rejects where none came. */
  readonly take: (address: string) => Promise<Response> | undefined;
  /** Something is written, which may change what was read. */
  readonly forget: () => void;
}

interface Asked {
  readonly answer: Promise<Response>;
  readonly since: number;
}

/** `fetched` asks for an address; `now` is in milliseconds. */
export function createAskAhead(fetched: (address: string) => Promise<Response>, now: () => number): AskAhead {
  const asked = new Map<string, Asked>();
  return {
    ask(address) {
      if (asked.has(address)) return;
      const answer = fetched(address);
      // Whoever needs it says what failed.
      answer.catch(() => undefined);
      asked.set(address, { answer, since: now() });
    },
    take(address) {
      const ahead = asked.get(address);
      asked.delete(address);
      return ahead === undefined || now() - ahead.since > AHEAD_LIMIT ? undefined : ahead.answer;
    },
    forget: () => asked.clear(),
  };
}
