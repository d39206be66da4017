/** The line of an arrow: straight pieces with rounded corners. */
import type { Point } from './layout.ts';

const RADIUS = 6;

const distance = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

const towards = (from: Point, to: Point, length: number): Point => ({
  x: from.x + Math.sign(to.x - from.x) * length,
  y: from.y + Math.sign(to.y - from.y) * length,
});

export function edgePath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
      const into = towards(point, before, radius);
      const out = towards(point, after, radius);
      return `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
    })
    .join('');
}
