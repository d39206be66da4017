/** Diagrams in `docs/flows`: they match the machines, are reproducible and stable between versions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Diagram, type DiagramState, type DiagramTransition, createDiagram } from '#flows/diagram.ts';
import { elkInNode } from '#flows/elk-in-node.ts';
import { type Layout, type PlacedState, computeLayout } from '#flows/layout.ts';
import { toMermaid } from '#flows/mermaid.ts';
import { drawDiagram } from '#flows/svg.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import { diagrams, findStaleDiagrams } from '#flows/portal/write.ts';
import { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { expectedKeys } from '#test/support/coverage.ts';
import model from '#test/support/fixture/parcel.model.ts';

test('the diagrams in docs/flows are up to date (npm run diagrams)', async () => {
  expect(await findStaleDiagrams(await diagrams())).toEqual([]);
});

describe('a diagram', () => {
  const diagram = createDiagram(model.machine);

  test('names each transition with the same words as the paths', () => {
    expect(expectedKeys(model)).toEqual(expect.arrayContaining(diagram.transitions.map(({ key }) => key)));
    expect(JSON.parse(JSON.stringify(diagram))).toEqual(diagram);
  });

  test('is reproducible and shows every state and every label', async () => {
    const draw = async () => drawDiagram(diagram, await computeLayout(diagram, elkInNode), { title: 'A parcel' });
    const svg = await draw();
    expect(await draw()).toBe(svg);
    for (const { name } of diagram.states) expect(svg).toContain(`>${name}</text>`);
    for (const { label } of diagram.transitions.filter(({ kind }) => kind === 'event')) expect(svg).toContain(label);
    expect(toMermaid(diagram)).toContain('weighing --> packing : weighing.finished [hasWeight]');
  });
});

const transition = (from: string, to: string): DiagramTransition => ({
  key: `${from} -> new.event`,
  from,
  to: [to],
  kind: 'event',
  label: 'new.event',
  actions: [],
});

/** Returns a diagram with a new state after another one, and a way through it to a third state. */
function withStateAfter(diagram: Diagram, { id: before, parent }: DiagramState, next: string): Diagram {
  const id = parent === null ? 'newState' : `${parent}.newState`;
  const added: DiagramState = {
    id,
    name: 'newState',
    parent,
    kind: 'atomic',
    description: 'A state that was not there before',
    tags: [],
    invokes: [],
    entry: [],
    exit: [],
  };
  return {
    ...diagram,
    states: diagram.states.flatMap((state) => (state.id === before ? [state, added] : [state])),
    transitions: [...diagram.transitions, transition(before, id), transition(id, next)],
  };
}

/** Returns the place of one state relative to another one: above or below it, or else beside it. */
function findRelation(a: PlacedState, b: PlacedState): 'above' | 'below' | 'left of' | 'right of' {
  if (a.y + a.height <= b.y) return 'above';
  if (b.y + b.height <= a.y) return 'below';
  return a.x < b.x ? 'left of' : 'right of';
}

const OPPOSITES = { 'left of': 'right of', 'right of': 'left of', above: 'below', below: 'above' } as const;

/** Returns the pairs of states with the same parent whose order differs between two layouts. */
function swapsBetween(before: Layout, after: Layout): string[] {
  const moved = new Map(after.states.map((placed) => [placed.state.id, placed]));
  return before.states.flatMap((a, index) =>
    before.states.slice(index + 1).flatMap((b) => {
      const [newA, newB] = [moved.get(a.state.id), moved.get(b.state.id)];
      if (a.state.parent !== b.state.parent || newA === undefined || newB === undefined) return [];
      const was = findRelation(a, b);
      return findRelation(newA, newB) === OPPOSITES[was] ? [`${a.state.id} was ${was} ${b.state.id}`] : [];
    }),
  );
}

describe.each([
  { id: 'parcel', diagram: createDiagram(model.machine) },
  { id: 'payflow', diagram: createPortalDiagram(payflow) },
])('the layout of $id', ({ diagram }) => {
  const leaves = diagram.states.filter(({ kind }) => kind === 'atomic');
  let before: Layout;
  beforeAll(async () => {
    before = await computeLayout(diagram, elkInNode);
  });
  const swapsIn = async (changed: Diagram) => swapsBetween(before, await computeLayout(changed, elkInNode));

  test('keeps the order of all states when a state is added', async () => {
    const swaps: string[] = [];
    for (const [index, state] of leaves.entries()) {
      const next = leaves[index + 1] ?? state;
      const found = await swapsIn(withStateAfter(diagram, state, next.id));
      swaps.push(...found.map((swap) => `after ${state.id}: ${swap}`));
    }
    expect(swaps).toEqual([]);
  });

  test('keeps the order of all states when a transition is added', async () => {
    const swaps: string[] = [];
    for (const [index, { id: from }] of leaves.entries()) {
      for (const { id: to } of [leaves[0], leaves[index + 1], leaves.at(-1)].filter((each) => each !== undefined)) {
        const found = await swapsIn({ ...diagram, transitions: [...diagram.transitions, transition(from, to)] });
        swaps.push(...found.map((swap) => `${from} -> ${to}: ${swap}`));
      }
    }
    expect(swaps).toEqual([]);
  });
});
