/** A label beside the end of a line. Both coordinates are parts of the plot's size, from its lower left corner. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
}

/** Labels whose lines end nearer to each other than this part of the width would overlap. */
const SIDE_BY_SIDE = 0.4;

/**
 * Moves labels up, or down from the top of the plot, so that those beside each other are at least `gap` apart. Returns the
 * height of each label in the given order.
 */
export function placeLabels(ends: readonly LabelPlace[], gap: number): readonly number[] {
  const heights = ends.map(({ y }) => y);
  const fromBottom = ends.map((_, index) => index).sort((a, b) => (ends[a]?.y ?? 0) - (ends[b]?.y ?? 0));
  const isBeside = (a: number, b: number) => Math.abs((ends[a]?.x ?? 0) - (ends[b]?.x ?? 0)) < SIDE_BY_SIDE;
  const move = (order: readonly number[], towards: 1 | -1, limit: number) => {
    for (const [position, index] of order.entries()) {
      const before = order.slice(0, position).filter((other) => isBeside(index, other));
      const own = heights[index] ?? 0;
      const kept = towards === 1 ? Math.max : Math.min;
      const bound = towards === 1 ? own : Math.min(own, limit);
      heights[index] = before.reduce((height, other) => kept(height, (heights[other] ?? 0) + towards * gap), bound);
    }
  };
  move(fromBottom, 1, 0);
  move(fromBottom.toReversed(), -1, 1);
  return heights;
}
