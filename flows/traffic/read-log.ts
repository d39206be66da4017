/** Reads a flow log line by line, in slices between which the page can respond. */
import { type FlowTraffic, type IsEnd, TrafficCounter } from './count-traffic.ts';
import { parseRow } from './parse-row.ts';
import { type RenamedStates, currentRow } from '../renamed-states.ts';

/** A line that is no row. */
export interface BadLine {
  readonly line: number;
  readonly problem: string;
}

export interface Traffic {
  /** The number of lines with content. */
  readonly lines: number;
  readonly rows: number;
  /** The times of the first and the last row, in milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly flows: ReadonlyMap<string, FlowTraffic>;
  readonly bad: { readonly count: number; readonly examples: readonly BadLine[] };
}

/** The maximum number of bad lines that are listed. */
const MAX_EXAMPLES = 20;

/** How long to work before the page may respond, in milliseconds. */
const SLICE = 10;

export interface ReadOptions {
  /** Called after each slice, with the number of lines so far. The reader waits for it. */
  readonly pause: (lines: number) => Promise<void>;
  readonly isEnd?: IsEnd;
  /** Earlier names of states. */
  readonly renamed?: RenamedStates;
  /** The clock of the slices, in milliseconds. */
  readonly now?: () => number;
}

/** Counts the rows of a log. The lines themselves are not kept, so a log may be larger than the memory. */
export async function readLog(
  chunks: AsyncIterable<string>,
  { pause, isEnd, renamed = {}, now = () => performance.now() }: ReadOptions,
): Promise<Traffic> {
  const reader = new LineReader(new TrafficCounter(isEnd), renamed);
  let since = now();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) {
      reader.read(line);
      if (now() - since < SLICE) continue;
      await pause(reader.line);
      since = now();
    }
  }
  reader.read(rest);
  return reader.finish();
}

/** The most characters of a line. The rest of a longer line is dropped, since it cannot be a row. */
const LONGEST_LINE = 10_000;

class LineReader {
  readonly #counter: TrafficCounter;
  readonly #renamed: RenamedStates;
  readonly #examples: BadLine[] = [];
  #content = 0;
  #bad = 0;
  line = 0;

  constructor(counter: TrafficCounter, renamed: RenamedStates) {
    this.#counter = counter;
    this.#renamed = renamed;
  }

  read(text: string): void {
    this.line += 1;
    if (text.trim() === '') return;
    this.#content += 1;
    const row = parseRow(text);
    if (!('problem' in row)) return this.#counter.add(currentRow(this.#renamed, row));
    this.#bad += 1;
    if (this.#examples.length < MAX_EXAMPLES) this.#examples.push({ line: this.line, problem: row.problem });
  }

  finish(): Traffic {
    this.#counter.finish();
    const { rows, first, last, flows } = this.#counter;
    return { lines: this.#content, rows, first, last, flows, bad: { count: this.#bad, examples: this.#examples } };
  }
}
