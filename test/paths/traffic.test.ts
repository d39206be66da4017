/** Flow logs in the workbench: parsing, counting and drawing. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { Flow, createHasEndCheck } from '#flows/page/workbench-machines.ts';
import { quantile, transitionId } from '#flows/traffic/count-traffic.ts';
import { parseRow } from '#flows/traffic/parse-row.ts';
import { readLog } from '#flows/traffic/read-log.ts';
import { checkout as shop, trafficLight } from '../support/third-party-machines.ts';

const row = (run: string, second: number, states: readonly string[], rest: object = {}) =>
  JSON.stringify({
    time: new Date(Date.UTC(2026, 10, 20, 15, 0, second)).toISOString(),
    run,
    flow: 'checkout',
    event: 'started',
    from: null,
    to: [],
    states,
    status: 'active',
    ...rest,
  });

async function* splitIntoChunks(text: string, size = text.length): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}
const pause = () => Promise.resolve();
const read = (lines: readonly string[], size?: number) => readLog(splitIntoChunks(lines.join('\n'), size), { pause });

/** One person finishes after a step back, another leaves, the page of a third is closed. */
const LOG = [
  row('a', 0, ['shopping']),
  row('b', 1, ['shopping']),
  row('a', 10, ['paying.card'], { event: 'checkout', from: 'shopping', to: ['paying'] }),
  row('a', 14, ['shopping'], { event: 'back', from: 'paying', to: ['shopping'] }),
  row('a', 20, ['paying.card'], { event: 'checkout', from: 'shopping', to: ['paying'] }),
  row('c', 21, ['shopping']),
  row('a', 26, ['done'], { event: 'paid', from: 'paying.card', to: ['done'], status: 'done' }),
  row('b', 31, ['shopping'], { event: 'left', status: 'stopped' }),
];

describe('a flow log', () => {
  it('is counted per state and transition', async () => {
    const { flows, rows, bad } = await read(LOG);
    const checkout = flows.get('checkout');
    expect({ rows, bad, runs: checkout?.runs, finished: checkout?.finished }).toEqual({
      rows: 8,
      bad: { count: 0, examples: [] },
      runs: 3,
      finished: 1,
    });
    expect(checkout?.states.get('shopping')).toEqual({
      entries: 4,
      exits: 3,
      left: 2,
      back: new Map(),
      times: [6_000, 10_000, 30_000],
    });
    const paying = { entries: 2, exits: 2, left: 0, back: new Map([['shopping', 1]]), times: [4_000, 6_000] };
    expect(checkout?.states.get('paying')).toEqual(paying);
    expect(checkout?.states.get('paying.card')).toEqual(paying);
    expect(checkout?.states.get('done')).toMatchObject({ entries: 1, exits: 1, left: 0 });
    expect(checkout?.transitions).toEqual(
      new Map([
        [transitionId('shopping', 'checkout', ['paying']), 2],
        [transitionId('paying', 'back', ['shopping']), 1],
        [transitionId('paying.card', 'paid', ['done']), 1],
      ]),
    );
  });

  it('does not count a flow as left if it continues after an end', async () => {
    const isEnd = (flow: string, state: string) => flow === 'checkout' && state === 'paying.card';
    const { flows } = await readLog(splitIntoChunks(LOG.slice(0, 3).join('\n')), { pause, isEnd });
    expect(flows.get('checkout')).toMatchObject({ runs: 2, finished: 1 });
    expect(flows.get('checkout')?.states.get('paying')).toMatchObject({ left: 0 });
    expect(flows.get('checkout')?.states.get('shopping')).toMatchObject({ left: 1 });
  });

  it('counts a state that is entered again, but not an event that does not leave it', async () => {
    const { flows } = await read([
      row('a', 0, ['shopping']),
      row('a', 5, ['shopping'], { event: 'item.added', from: 'shopping' }),
      row('a', 8, ['shopping'], { event: 'restart', from: 'shopping', to: ['shopping'] }),
    ]);
    expect(flows.get('checkout')?.states.get('shopping')).toMatchObject({ entries: 2, exits: 1, times: [8_000] });
  });

  it('has the same result in whatever chunks it arrives', async () => {
    const whole = await read(LOG);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), async (size) => {
        expect(await read(LOG, size)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('reports bad lines with their numbers and reads the others', async () => {
    const { rows, lines, bad } = await read([
      LOG[0] ?? '',
      '{"time":',
      '',
      row('a', 1, ['shopping'], { time: 'yesterday' }),
      row('a', 1, ['shopping'], { states: 'shopping' }),
      'null',
      LOG[2] ?? '',
    ]);
    expect({ rows, lines, count: bad.count }).toEqual({ rows: 2, lines: 6, count: 4 });
    expect(bad.examples.map(({ line }) => line)).toEqual([2, 4, 5, 6]);
    expect(bad.examples[0]?.problem).toBe('It is not JSON.');
    expect(bad.examples[1]?.problem).toContain('time: ');
    expect(bad.examples[2]?.problem).toContain('states: ');
  });

  it('never throws, whatever a line is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((value) => JSON.stringify(value) ?? ''),
        ),
        (line) => {
          expect(Object.keys(parseRow(line)).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('of 100,000 lines lets the page respond after every slice', async () => {
    const lines = Array.from({ length: 12_500 }, (_, run) =>
      LOG.map((line) => line.replace(/"run":"/, `$&${run}`)),
    ).flat();
    expect(lines).toHaveLength(100_000);
    // A clock on which each line takes a tenth of a millisecond.
    let time = 0;
    const pauses: number[] = [];
    const { flows, rows } = await readLog(splitIntoChunks(lines.join('\n'), 65_536), {
      now: () => (time += 0.1),
      pause: async (line) => void pauses.push(line),
    });
    expect(rows).toBe(100_000);
    expect(flows.get('checkout')).toMatchObject({ runs: 37_500, finished: 12_500 });
    const longest = Math.max(...pauses.map((line, index) => line - (pauses[index - 1] ?? 0)));
    expect(longest).toBeLessThanOrEqual(101);
  });
});

it('a flow has an end if its machine has a final state or one with the tag "completed"', () => {
  const completed = createMachine({
    id: 'editor',
    initial: 'a',
    states: { a: { on: { save: 'b' } }, b: { tags: 'completed' } },
  });
  const machines = [shop, trafficLight, completed];
  const hasEnd = createHasEndCheck(
    machines.map((machine) => new Flow({ id: machine.id, title: '', machine }, { title: '', machines: [] })),
  );
  expect(['checkout', 'trafficLight', 'editor', 'unknown'].filter(hasEnd)).toEqual(['checkout', 'editor', 'unknown']);
});

describe('a quantile', () => {
  it('is a number of the list', () => {
    expect([quantile([1, 2, 3], 0.5), quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9), quantile([], 0.5)]).toEqual([
      2,
      9,
      undefined,
    ]);
  });
});
