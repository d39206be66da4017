/** A label that ends above a point. Coordinates and width are parts of the plot's size, from its lower left corner. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/**
 * Moves labels up, or down from the top of the plot, so that those which would overlap are at least `gap` apart. Returns the
 * height of each label in the given order.
 */
export function placeLabels(ends: readonly LabelPlace[], gap: number): readonly number[] {
  const heights = ends.map(({ y }) => y);
  const fromBottom = ends.map((_, index) => index).sort((a, b) => (ends[a]?.y ?? 0) - (ends[b]?.y ?? 0));
  const isBeside = (a: number, b: number) => {
    const [one, other] = [ends[a], ends[b]];
    return one !== undefined && other !== undefined && one.x > other.x - other.width && other.x > one.x - one.width;
  };
  const move = (order: readonly number[], avoid: (own: number, other: number) => number) => {
    for (const [position, index] of order.entries()) {
      const before = order.slice(0, position).filter((other) => isBeside(index, other));
      heights[index] = before.reduce((own, other) => avoid(own, heights[other] ?? 0), heights[index] ?? 0);
    }
  };
  move(fromBottom, (own, below) => Math.max(own, below + gap));
  for (const [index, height] of heights.entries()) heights[index] = Math.min(height, 1);
  move(fromBottom.toReversed(), (own, above) => Math.min(own, above - gap));
  return heights;
}
