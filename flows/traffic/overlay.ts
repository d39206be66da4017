/** Draws the traffic of a flow over its diagram: wide arrows for busy transitions, and figures beside states and labels. */
import type { Shape } from '../drawing.ts';
import { LABEL, type Layout, type PlacedState, type Point } from '../layout.ts';
import { edgePath } from '../path.ts';
import { measureWidth } from '../text.ts';
import { type FlowTraffic, quantile } from './count-traffic.ts';
import type { TransitionGroup } from './transition-groups.ts';
import { formatDuration, formatNumber, formatPercent } from './words.ts';

/** The width of the busiest arrow, in pixels. */
const WIDEST = 14;

export function createOverlay(layout: Layout, traffic: FlowTraffic, groups: readonly TransitionGroup[]): Shape[] {
  const counts = new Map<string, number>();
  /** The labels that show a count: one per group. */
  const labelled = new Map<string, number>();
  for (const { id, transitions } of groups) {
    const count = traffic.transitions.get(id) ?? 0;
    for (const [index, { key }] of transitions.entries()) {
      counts.set(key, index === 0 ? count : 0);
      if (index === 0) labelled.set(key, count);
    }
  }
  const sumCounts = (keys: readonly string[]) => keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const most = Math.max(1, ...layout.edges.map(({ keys }) => sumCounts(keys)));
  return [
    ...layout.edges.flatMap(({ points, keys }): Shape[] => {
      const count = sumCounts(keys);
      if (count === 0) return [];
      const width = 1 + (WIDEST - 1) * Math.sqrt(count / most);
      const attributes = { class: 'traffic-edge', d: edgePath(points), strokeWidth: width.toFixed(1) };
      return [{ tag: 'path', attributes }];
    }),
    ...layout.edges.flatMap(({ labels }) =>
      labels.flatMap(({ x, y, text, key }) => {
        const count = text.startsWith(' ') ? undefined : labelled.get(key);
        if (count === undefined || count === 0) return [];
        return pill({ x: x + measureWidth(text, LABEL.size) + 5, y: y - 11 }, formatNumber(count), 'count');
      }),
    ),
    ...layout.states.flatMap((placed) => statePills(placed, traffic)),
  ];
}

function statePills({ state, x, y, width, height }: PlacedState, traffic: FlowTraffic): Shape[] {
  const counted = traffic.states.get(state.id);
  if (counted === undefined) return [];
  const { entries, left, back, times } = counted;
  const median = quantile(times, 0.5);
  const entered = [formatNumber(entries), ...(median === undefined ? [] : [formatDuration(median)])].join(' · ');
  const backs = [...back.values()].reduce((sum, count) => sum + count, 0);
  const right = x + width - 8;
  return [
    ...pillTo({ x: right, y: y - 10 }, entered, 'entered'),
    ...(left === 0 ? [] : pillTo({ x: right, y: y + height - 8 }, `${formatPercent(left, entries)} left`, 'left')),
    ...(backs === 0 ? [] : pill({ x: x + 8, y: y + height - 8 }, `${formatPercent(backs, entries)} back`, 'back')),
  ];
}

const PILL = { height: 16, padding: 5, size: 11 } as const;

function pill({ x, y }: Point, text: string, name: string): Shape[] {
  const width = measureWidth(text, PILL.size) + 2 * PILL.padding + 2;
  return [
    {
      tag: 'g',
      attributes: { class: `traffic-pill ${name}` },
      children: [
        { tag: 'rect', attributes: { x, y, width, height: PILL.height, rx: PILL.height / 2 } },
        { tag: 'text', attributes: { x: x + width / 2, y: y + 12 }, text },
      ],
    },
  ];
}

/** Draws a pill that ends at a point. */
const pillTo = ({ x, y }: Point, text: string, name: string): Shape[] =>
  pill({ x: x - measureWidth(text, PILL.size) - 2 * PILL.padding - 2, y }, text, name);
