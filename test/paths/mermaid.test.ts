/** The diagrams as Mermaid text. */
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { loadCatalog } from '#machines/catalog.ts';
import { formatLabel } from '#flows/box.ts';
import { type Diagram, createDiagram } from '#flows/diagram.ts';
import { toMermaid } from '#flows/mermaid.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';

const decode = (text: string) => text.replaceAll(/#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const getIds = (text: string) => [...text.matchAll(/^ *state ".*" as (\w+)$/gm)].map(([, id]) => id);

/** Returns the labels that are not on exactly one arrow, where each of its transitions needs one. */
function findLostLabels(diagram: Diagram): string[] {
  const arrows = toMermaid(diagram)
    .split('\n')
    .flatMap((line) => / --> \w+ : (.*)$/.exec(line)?.[1]?.split('<br>') ?? [])
    .map(decode);
  return diagram.transitions
    .flatMap((each) => (each.to.length > 0 ? each.to : ['']).map(() => formatLabel(each).replaceAll(/\s+/g, ' ')))
    .filter((label) => {
      const index = arrows.indexOf(label);
      if (index >= 0) arrows.splice(index, 1);
      return index < 0;
    });
}

it.each((await loadCatalog()).map(({ id, machine }) => ({ id, machine })))(
  'has every label and every state of $id',
  ({ machine }) => {
    const diagram = createPortalDiagram(machine);
    expect(findLostLabels(diagram)).toEqual([]);
    const ids = getIds(toMermaid(diagram));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(diagram.states.length);
  },
);

describe('a machine with names that Mermaid cannot read', () => {
  const diagram = createDiagram(
    createMachine({
      id: 'odd',
      type: 'parallel',
      on: { RESET: { actions: 'reset' } },
      states: {
        'a b': { on: { ONE: 'a b', TWO: { actions: 'count' } } },
        'a-b': {},
        上: {},
        下: { on: { 行く: '上' } },
        anywhere: {},
        end: {},
      },
    }),
  );
  const text = toMermaid(diagram);

  it('has a unique id for each state, which is not a keyword', () => {
    const ids = getIds(text);
    expect(new Set(ids).size).toBe(diagram.states.length + 2);
    expect(ids).not.toContain('end');
  });

  it('joins the arrows from a state to itself, and divides the regions of the machine', () => {
    expect(text).toContain('a_b --> a_b : ONE<br>TWO\n');
    expect(text.match(/^ +--$/gm)).toHaveLength(diagram.states.length - 1);
    expect(findLostLabels(diagram)).toEqual([]);
  });
});
