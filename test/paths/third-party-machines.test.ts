/** What `flows/` makes of machines that are not the portal's and have no model. */
import { describe, expect, it } from 'vitest';
import { toConfigJson } from '#flows/config-json.ts';
import { type Diagram, createDiagram } from '#flows/diagram.ts';
import { elkInNode } from '#flows/elk-in-node.ts';
import { listTransitionKeys } from 'xstate-workbench/model/keys';
import { computeLayout } from '#flows/layout.ts';
import { toMermaid } from '#flows/mermaid.ts';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import { generatePaths } from 'xstate-workbench/model/paths';
import { drawDiagram } from '#flows/svg.ts';
import { createMachine } from 'xstate';
import { checkout, player, trafficLight } from '../support/third-party-machines.ts';

const findState = ({ states }: Diagram, id: string) => states.find((state) => state.id === id);

describe.each([trafficLight, player, checkout].map((machine) => ({ id: machine.id, machine })))(
  '$id',
  ({ machine }) => {
    const diagram = createDiagram(machine);

    it('is plain data', () => {
      expect(JSON.parse(JSON.stringify(diagram))).toEqual(diagram);
    });

    it('shows every state and every transition in its picture, and each box inside the one around it', async () => {
      const layout = await computeLayout(diagram, elkInNode);
      const placed = new Map(layout.states.map((each) => [each.state.id, each]));
      for (const { x, y, width, height, state } of layout.states) {
        const around = placed.get(state.parent ?? '') ?? { x: 0, y: 0, width: layout.width, height: layout.height };
        expect([state.id, x >= around.x, y >= around.y]).toEqual([state.id, true, true]);
        expect([state.id, x + width <= around.x + around.width]).toEqual([state.id, true]);
        expect([state.id, y + height <= around.y + around.height]).toEqual([state.id, true]);
      }
      const boxes = [...layout.states, ...layout.signs].flatMap(({ box }) => box ?? []);
      const inBoxes = boxes.flatMap(({ lines }) => lines.flatMap(({ key }) => key ?? []));
      const onArrows = layout.edges.flatMap(({ keys }) => keys);
      expect([...new Set([...inBoxes, ...onArrows])].sort()).toEqual(listTransitionKeys(machine).sort());
      const svg = drawDiagram(diagram, layout, { title: machine.id });
      for (const { name } of diagram.states) expect(svg).toContain(`>${name}</text>`);
    });

    it('is a Mermaid diagram with every state', () => {
      const text = toMermaid(diagram);
      for (const { id } of diagram.states) expect(text).toContain(`as ${id.replaceAll('.', '_')}\n`);
    });

    it('is exported as a configuration that recreates the same machine', () => {
      const config: unknown = JSON.parse(toConfigJson(machine));
      const again = createDiagram(createMachine(config as never));
      expect(again.states.map(({ id, kind }) => [id, kind])).toEqual(diagram.states.map(({ id, kind }) => [id, kind]));
      expect(again.transitions.map(({ from, to }) => [from, to])).toEqual(
        diagram.transitions.map(({ from, to }) => [from, to]),
      );
    });
  },
);

describe('the diagram', () => {
  it('has the nested, final and initial states of the traffic light', () => {
    const diagram = createDiagram(trafficLight);
    expect(diagram.initial).toBe('green');
    expect(findState(diagram, 'red')).toMatchObject({ kind: 'compound', initial: 'red.walk', parent: null });
    expect(findState(diagram, 'red.stop')).toMatchObject({ kind: 'final', parent: 'red' });
    expect(diagram.transitions.filter(({ from }) => from === 'red')).toMatchObject([{ label: 'TIMER', to: ['green'] }]);
  });

  it('has parallel regions, delays in words, history and descriptions of transitions', () => {
    const diagram = createDiagram(player);
    expect(diagram.states.filter(({ parent }) => parent === null).map(({ id }) => id)).toEqual(['playback', 'volume']);
    expect(findState(diagram, 'playback.playing.last')).toMatchObject({ kind: 'history', history: 'deep' });
    const labels = diagram.transitions.map(({ from, label }) => `${from}: ${label}`);
    expect(labels).toEqual(expect.arrayContaining(['playback.playing: after 3 min', 'volume.muted: after 5 s']));
    expect(diagram.transitions.find(({ label }) => label === 'play')?.description).toBe('The listener presses Play');
    expect(diagram.transitions.find(({ key }) => key === 'volume.muted -> after 5000')?.actions).toEqual(['inline']);
  });

  it('names guards in words, and the machines that are invoked', () => {
    const diagram = createDiagram(checkout);
    const conditions = diagram.transitions.flatMap(({ condition }) => condition ?? []);
    expect(conditions).toEqual(expect.arrayContaining(['hasItems', 'otherwise', 'isMember and not hasItems']));
    expect(findState(diagram, 'paying')?.invokes).toEqual([
      { id: 'pay', source: 'payment', what: 'machine payment', machine: 'payment' },
    ]);
    expect(findState(diagram, 'pricing')?.invokes[0]).toMatchObject({ source: 'fetchPrices', what: 'fetchPrices' });
  });
});

describe('a machine without a model', () => {
  it.each([trafficLight, player, checkout].map((machine) => ({ id: machine.id, machine })))(
    'is walked through every transition that plain events reach: $id',
    ({ machine }) => {
      const paths = generatePaths(createDefaultModel(machine));
      const taken = new Set(paths.flatMap(({ steps }) => steps.flatMap(({ takes }) => takes)));
      const missing = listTransitionKeys(machine).filter((key) => !taken.has(key));
      // These machines have no members, and a full basket is never empty.
      expect(missing).toEqual(machine === checkout ? ['routing -> always [isMember and not hasItems]'] : []);
    },
  );
});
