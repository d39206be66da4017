/** Diagrams in `docs/flows`: they match the machines and are reproducible. */
import { describe, expect, test } from 'vitest';
import { diagramOf } from '#flows/diagram.ts';
import { elkInNode } from '#flows/elk-in-node.ts';
import { layoutOf } from '#flows/layout.ts';
import { mermaidOf } from '#flows/mermaid.ts';
import { drawDiagram } from '#flows/svg.ts';
import { diagrams, staleDiagrams } from '#flows/portal/write.ts';
import { wantedKeys } from '#test/support/coverage.ts';
import model from '#test/support/fixture/parcel.model.ts';

test('the diagrams in docs/flows are up to date (npm run diagrams)', async () => {
  expect(await staleDiagrams(await diagrams())).toEqual([]);
});

describe('a diagram', () => {
  const diagram = diagramOf(model.machine);

  test('names each transition with the same words as the paths', () => {
    expect(wantedKeys(model)).toEqual(expect.arrayContaining(diagram.transitions.map(({ key }) => key)));
    expect(JSON.parse(JSON.stringify(diagram))).toEqual(diagram);
  });

  test('is reproducible and shows every state and every label', async () => {
    const draw = async () => drawDiagram(diagram, await layoutOf(diagram, elkInNode), { title: 'A parcel' });
    const svg = await draw();
    expect(await draw()).toBe(svg);
    for (const { name } of diagram.states) expect(svg).toContain(`>${name}</text>`);
    for (const { label } of diagram.transitions.filter(({ kind }) => kind === 'event')) expect(svg).toContain(label);
    expect(mermaidOf(diagram)).toContain('weighing --> packing : weighing.finished [hasWeight]');
  });
});
