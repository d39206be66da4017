/** Reads a flow log line by line, in slices between which the page can respond. */
import { type FlowTraffic, type IsEnd, TrafficCounter } from './count-traffic.ts';
import { parseRow } from './parse-row.ts';

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
const MOST_EXAMPLES = 20;

/** How long to work before the page may respond, in milliseconds. */
const SLICE = 10;

export interface ReadOptions {
  /** Called after each slice, with the number of lines so far. The reader waits for it. */
  readonly pause: (lines: number) => Promise<void>;
  readonly isEnd?: IsEnd;
  /** The clock of the slices, in milliseconds. */
  readonly now?: () => number;
}

/** Counts the rows of a log. The lines themselves are not kept, so a log may be larger than the memory. */
export async function readLog(
  chunks: AsyncIterable<string>,
  { pause, isEnd, now = () => performance.now() }: ReadOptions,
): Promise<Traffic> {
  const counter = new TrafficCounter(isEnd);
  const examples: BadLine[] = [];
  let [line, content, badCount, since] = [0, 0, 0, now()];

  for await (const text of linesOf(chunks)) {
    line += 1;
    if (text.trim() !== '') {
      content += 1;
      const row = parseRow(text);
      if (!('problem' in row)) counter.add(row);
      else {
        badCount += 1;
        if (examples.length < MOST_EXAMPLES) examples.push({ line, problem: row.problem });
      }
    }
    if (now() - since < SLICE) continue;
    await pause(line);
    since = now();
  }
  counter.finish();
  const { rows, first, last, flows } = counter;
  return { lines: content, rows, first, last, flows, bad: { count: badCount, examples } };
}

/** The most characters of a line. The rest of a longer line is dropped, since it cannot be a row. */
const LONGEST_LINE = 10_000;

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    yield* lines;
  }
  if (rest !== '') yield rest;
}
