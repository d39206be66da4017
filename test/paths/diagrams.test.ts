/** The drawings: true to the charts, the same each time, and as they stand in `docs/flows`. */
import { describe, expect, test } from 'vitest';
import { chartOf } from '#flows/chart.ts';
import { mermaidOf } from '#flows/mermaid.ts';
import { drawChart } from '#flows/svg.ts';
import { drawings, staleDrawings } from '#flows/write.ts';
import { wantedKeys } from '#test/support/coverage.ts';
import model from '#test/support/fixture/parcel.model.ts';

test('the drawings show the charts as they are (npm run diagrams)', async () => {
  expect(await staleDrawings(await drawings())).toEqual([]);
});

describe('a drawing', () => {
  const chart = chartOf(model.machine);

  test('name each transition as the paths do', () => {
    expect(wantedKeys(model)).toEqual(expect.arrayContaining(chart.transitions.map(({ key }) => key)));
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
  });

  test('are the same each time and show every state and every label', async () => {
    const svg = await drawChart(chart, { title: 'A parcel' });
    expect(await drawChart(chart, { title: 'A parcel' })).toBe(svg);
    for (const { name } of chart.states) expect(svg).toContain(`>${name}</text>`);
    for (const { label } of chart.transitions.filter(({ kind }) => kind === 'event')) expect(svg).toContain(label);
    expect(mermaidOf(chart)).toContain('weighing --> packing : weighing.finished [hasWeight]');
  });
});
