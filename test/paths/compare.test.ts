/** The comparison of two versions of a machine, on three machines of different styles, and its layout. */
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { compareFlows } from '#flows/compare/catalog.ts';
import { compareDiagrams } from '#flows/compare/difference.ts';
import { markShapes, mergeDiagrams } from '#flows/compare/merge.ts';
import { parseRevision } from '#flows/compare/revision-file.ts';
import { formatCounts, toRows, formatDifference } from '#flows/compare/rows.ts';
import { toConfigJson } from '#flows/config-json.ts';
import { type Diagram, createDiagram } from '#flows/diagram.ts';
import { createShapes } from '#flows/drawing.ts';
import { elkInNode } from '#flows/elk-in-node.ts';
import { cachedEngine, graphKey, parseLayouts } from '#flows/layout-cache.ts';
import { computeLayout } from '#flows/layout.ts';
import { checkout, player, trafficLight } from '../support/third-party-machines.ts';

/** Returns a diagram after edits of the machine's configuration, each of which is found by its text. */
function changed(machine: AnyStateMachine, ...edits: readonly (readonly [before: string, after: string])[]): Diagram {
  let text = JSON.stringify(JSON.parse(toConfigJson(machine)));
  for (const [before, after] of edits) {
    if (!text.includes(before)) throw new Error(`${before} is not in ${text}`);
    text = text.replace(before, after);
  }
  return createDiagram(createMachine(JSON.parse(text) as never));
}

/** Actors lose their descriptions in JSON, so both versions are read from it. */
const asJson = (machine: AnyStateMachine) => changed(machine);

const summary = (before: Diagram | undefined, after: Diagram | undefined) =>
  toRows(compareDiagrams(before, after)).map(({ mark, kind, name, changes }) =>
    [`${mark} ${kind} ${name}`, ...changes.map((change) => Object.values(change).join('|'))].join('; '),
  );

describe.each([trafficLight, player, checkout].map((machine) => ({ id: machine.id, machine })))(
  '$id',
  ({ machine }) => {
    const diagram = createDiagram(machine);

    it('does not differ from itself', () => {
      expect(compareDiagrams(diagram, diagram)).toEqual({
        mark: undefined,
        machine: [],
        states: [],
        transitions: [],
      });
    });

    it('is added or removed as a whole', () => {
      const added = compareDiagrams(undefined, diagram);
      expect([added.mark, added.states.length, added.transitions.length]).toEqual([
        'added',
        diagram.states.length,
        diagram.transitions.length,
      ]);
      const removed = compareDiagrams(diagram, undefined);
      expect(new Set(toRows(removed).map(({ mark }) => mark))).toEqual(new Set(['removed']));
    });

    it('is read from a file of a revision', () => {
      const file = { revision: 'main~1', commit: 'abc', flows: [{ id: machine.id, title: 'A', diagram }] };
      expect(parseRevision(JSON.stringify(file))).toEqual(file);
    });
  },
);

describe('a difference', () => {
  it('names added and removed states with their transitions', () => {
    const later = changed(
      trafficLight,
      ['"yellow":{"on":{"TIMER":"red"}}', '"amber":{"on":{"TIMER":"red"}}'],
      ['"TIMER":"yellow"', '"TIMER":"amber"'],
    );
    expect(summary(asJson(trafficLight), later)).toEqual([
      'added state amber',
      'removed state yellow',
      'changed transition green: TIMER → amber; target|yellow|amber',
      'added transition amber: TIMER → red',
      'removed transition yellow: TIMER → red',
    ]);
  });

  it('names changed delays, kinds and initial states', () => {
    const later = changed(
      player,
      ['"after":{"180000":"stopped"}', '"after":{"240000":"stopped"}'],
      ['"initial":"audible"', '"initial":"muted"'],
      ['"history":"deep"', '"history":"shallow"'],
    );
    expect(summary(asJson(player), later)).toEqual([
      'changed state playback.playing.last; kind|deep history|shallow history',
      'changed state volume; initial state|volume.audible|volume.muted',
      'changed transition playback.playing: after 4 min → playback.stopped; delay|after 3 min|after 4 min',
    ]);
  });

  it('names changed guards, actions, invokes and entry actions', () => {
    const later = changed(
      checkout,
      ['"guard":"hasItems","target":"pricing"', '"guard":"isOpen","target":"pricing"'],
      ['"actions":"addItem"', '"actions":["addItem","count"]'],
      ['"src":"fetchPrices"', '"src":"askPrices"'],
      ['"paying":{', '"paying":{"entry":"beep",'],
    );
    expect(summary(asJson(checkout), later)).toEqual([
      'changed state pricing; invokes|fetchPrices|askPrices',
      'changed state paying; entry actions||beep',
      'changed transition every state: item.added → stays; actions|addItem|addItem, count',
      'changed transition shopping: checkout [isOpen] → pricing; guard|hasItems|isOpen',
      'changed transition pricing: askPrices done → routing; cause|fetchPrices done|askPrices done',
      'changed transition pricing: askPrices failed → shopping; cause|fetchPrices failed|askPrices failed',
    ]);
  });

  it('is written as text', () => {
    const later = changed(trafficLight, [
      '"PED_COUNTDOWN":"stop"',
      '"PED_COUNTDOWN":{"target":"stop","guard":"isLate"}',
    ]);
    const difference = compareDiagrams(asJson(trafficLight), later);
    expect(formatCounts(difference)).toBe('±1');
    expect(formatDifference('Traffic light', difference)).toBe(
      [
        '± Traffic light: changed (±1)',
        '  ± transition red.wait: PED_COUNTDOWN [isLate] → red.stop',
        '      guard: (none) → isLate',
      ].join('\n'),
    );
  });

  it('covers all flows of two revisions', () => {
    const flow = (machine: AnyStateMachine) => ({ id: machine.id, title: machine.id, diagram: createDiagram(machine) });
    const all = compareFlows([flow(trafficLight), flow(player)], [flow(checkout), flow(player)]);
    expect(all.map(({ id, difference }) => [id, difference.mark])).toEqual([
      ['checkout', 'added'],
      ['player', undefined],
      ['trafficLight', 'removed'],
    ]);
  });
});

describe('the picture of a difference', () => {
  const before = asJson(trafficLight);
  const after = changed(
    trafficLight,
    ['"yellow":{"on":{"TIMER":"red"}}', '"amber":{"on":{"TIMER":"red"}}'],
    ['"TIMER":"yellow"', '"TIMER":"amber"'],
    ['"wait":{"on":{"PED_COUNTDOWN":"stop"}},', ''],
    ['"PED_COUNTDOWN":"wait"', '"PED_COUNTDOWN":"stop"'],
  );
  const merged = mergeDiagrams(before, after, compareDiagrams(before, after));

  it('contains the states of both versions, with signs in their names', () => {
    expect(merged.diagram.states.map(({ id, name }) => [id, name])).toEqual(
      expect.arrayContaining([
        ['amber', '+ amber'],
        ['yellow', '− yellow'],
        ['red.wait', '− wait'],
        ['green', 'green'],
      ]),
    );
    expect(merged.diagram.states.map(({ id }) => id).sort()).toEqual(
      [...new Set([...before.states, ...after.states].map(({ id }) => id))].sort(),
    );
    const keys = merged.diagram.transitions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is drawn with a class for each mark', async () => {
    const layout = await computeLayout(merged.diagram, elkInNode);
    const shapes = markShapes(createShapes(layout), merged);
    const findClasses = (state: string) =>
      shapes.filter((shape) => shape.state === state).map(({ attributes }) => String(attributes['class']));
    expect(findClasses('amber')).toEqual([expect.stringContaining('is-added'), expect.stringContaining('is-added')]);
    expect(findClasses('red.wait')[0]).toContain('is-removed');
    expect(findClasses('green')[0]).toContain('is-same');
    const texts = shapes.filter(({ tag }) => tag === 'text').map(({ text }) => text);
    expect(texts).toContain('− PED_COUNTDOWN');
  });
});

describe('the layout', () => {
  it('is the same from a stored result, which a change of the machine does not use', async () => {
    const stored: Record<string, string> = {};
    let computed = 0;
    const engine = cachedEngine(
      (graph) => {
        computed += 1;
        return elkInNode(graph);
      },
      {
        read: (key) => (stored[key] === undefined ? undefined : parseLayouts(stored[key])[key]),
        write: async (key, places) => {
          stored[key] = JSON.stringify({ [key]: places });
          return Promise.resolve();
        },
      },
    );
    const expected = await computeLayout(createDiagram(player), elkInNode);
    expect(await computeLayout(createDiagram(player), engine)).toEqual(expected);
    expect(await computeLayout(createDiagram(player), engine)).toEqual(expected);
    expect(computed).toBe(1);
    await computeLayout(changed(player, ['"stopped":{', '"stopped":{"description":"Silence",']), engine);
    expect(computed).toBe(2);
    expect(graphKey({ id: 'a' })).not.toBe(graphKey({ id: 'b' }));
  });
});
