/** The positions of the line labels in a chart. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeLabels } from '#src/ui/chart/place-labels.ts';

const part = fc.double({ min: 0, max: 1, noNaN: true });
const label = fc.record({ x: part, y: part, width: fc.double({ min: 0.05, max: 0.6, noNaN: true }) });
const GAP = 0.085;

it('no two names overlap, and none is above the plot or far below its line without need', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), (ends) => {
      const heights = placeLabels(ends, GAP);
      for (const [a, one] of ends.entries()) {
        expect(heights[a]).toBeLessThanOrEqual(1);
        for (const [b, other] of ends.entries()) {
          if (a >= b || one.x <= other.x - other.width || other.x <= one.x - one.width) continue;
          expect(Math.abs((heights[a] ?? 0) - (heights[b] ?? 0))).toBeGreaterThan(GAP - 1e-9);
        }
      }
    }),
  );
});

it('names that have room stay at the ends of their lines', () => {
  const ends = [
    { x: 1, y: 0.5, width: 0.1 },
    { x: 0.8, y: 0.5, width: 0.1 },
    { x: 1, y: 0.7, width: 0.1 },
  ];
  expect(placeLabels(ends, GAP)).toEqual([0.5, 0.5, 0.7]);
});
