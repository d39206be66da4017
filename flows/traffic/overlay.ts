/** Draws the traffic of a flow over its diagram: wide arrows for busy transitions, and figures beside states and labels. */
import type { Shape } from '../drawing.ts';
import { LABEL, type Layout, type PlacedState, type Point } from '../layout.ts';
import { edgePath } from '../path.ts';
import { widthOf } from '../text.ts';
import { type FlowTraffic, quantile } from './count-traffic.ts';
import type { TransitionGroup } from './transition-groups.ts';
import { durationInWords, inWords, percent } from './words.ts';

/** The width of the busiest arrow, in pixels. */
const WIDEST = 14;

export function overlayOf(layout: Layout, traffic: FlowTraffic, groups: readonly TransitionGroup[]): Shape[] {
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
  const countOf = (keys: readonly string[]) => keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const most = Math.max(1, ...layout.edges.map(({ keys }) => countOf(keys)));
  return [
    ...layout.edges.flatMap(({ points, keys }): Shape[] => {
      const count = countOf(keys);
      if (count === 0) return [];
      const width = 1 + (WIDEST - 1) * Math.sqrt(count / most);
      const attributes = { class: 'traffic-edge', d: edgePath(points), strokeWidth: width.toFixed(1) };
      return [{ tag: 'path', attributes }];
    }),
    ...layout.edges.flatMap(({ labels }) =>
      labels.flatMap(({ x, y, text, key }) => {
        const count = text.startsWith(' ') ? undefined : labelled.get(key);
        if (count === undefined || count === 0) return [];
        return pill({ x: x + widthOf(text, LABEL.size) + 5, y: y - 11 }, inWords(count), 'count');
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
  const entered = [inWords(entries), ...(median === undefined ? [] : [durationInWords(median)])].join(' · ');
  const backs = [...back.values()].reduce((sum, count) => sum + count, 0);
  const right = x + width - 8;
  return [
    ...pillTo({ x: right, y: y - 10 }, entered, 'entered'),
    ...(left === 0 ? [] : pillTo({ x: right, y: y + height - 8 }, `${percent(left, entries)} left`, 'left')),
    ...(backs === 0 ? [] : pill({ x: x + 8, y: y + height - 8 }, `${percent(backs, entries)} back`, 'back')),
  ];
}

const PILL = { height: 16, padding: 5, size: 11 } as const;

function pill({ x, y }: Point, text: string, name: string): Shape[] {
  const width = widthOf(text, PILL.size) + 2 * PILL.padding + 2;
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
  pill({ x: x - widthOf(text, PILL.size) - 2 * PILL.padding - 2, y }, text, name);
