/** The map of all flows as plain data: the place of each flow in its area, and the lines between them. */
import type { Rectangle } from '../layout.ts';

export interface MappedFlow {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  /** The addresses of the flow, as text. */
  readonly addresses: readonly string[];
  /** The ids of the machines that it invokes, and of the flows to which it leads. */
  readonly runs: readonly string[];
  readonly leadsTo: readonly string[];
}

export type LineKind = 'runs' | 'leads' | 'shares';

export interface MapLine {
  readonly kind: LineKind;
  readonly from: string;
  readonly to: string;
}

/** The legend of the lines. */
export const LINE_KINDS: Readonly<Record<LineKind, string>> = {
  runs: 'runs inside',
  leads: 'leads to',
  shares: 'same address',
};

export interface FlowMap {
  readonly width: number;
  readonly height: number;
  readonly areas: readonly (Rectangle & { readonly title: string })[];
  /** The places by the ids of the flows. */
  readonly places: ReadonlyMap<string, Rectangle>;
  readonly lines: readonly MapLine[];
}

const CARD = { width: 114, height: 112 } as const;
const GAP = 14;
const PADDING = 12;
const HEADING = 34;

/** Returns the lines between flows that are in the list, each once. */
export function findLines(flows: readonly MappedFlow[]): MapLine[] {
  const known = new Set(flows.map(({ id }) => id));
  const isKnown = (id: string) => known.has(id);
  const toLines = (kind: LineKind, from: string, to: readonly string[]): MapLine[] =>
    [...new Set(to)].filter((id) => isKnown(id) && id !== from).map((id) => ({ kind, from, to: id }));
  return [
    ...flows.flatMap(({ id, runs }) => toLines('runs', id, runs)),
    ...flows.flatMap(({ id, runs, leadsTo }) =>
      toLines(
        'leads',
        id,
        leadsTo.filter((to) => !runs.includes(to)),
      ),
    ),
    ...flows.flatMap(({ id, addresses }, index) =>
      toLines(
        'shares',
        id,
        flows
          .slice(index + 1)
          .filter((other) => other.addresses.some((address) => addresses.includes(address)))
          .map((other) => other.id),
      ),
    ),
  ];
}

/** Places the areas in columns, as many as fit the width, each area in the column that is shortest so far. */
export function createMap(flows: readonly MappedFlow[], room: number): FlowMap {
  const across = room < 520 ? 2 : 3;
  const width = across * CARD.width + (across - 1) * GAP + 2 * PADDING;
  const heights = Array.from({ length: Math.max(1, Math.floor((room + GAP) / (width + GAP))) }, () => 0);
  const areas: FlowMap['areas'][number][] = [];
  const places = new Map<string, Rectangle>();
  for (const title of new Set(flows.map(({ area }) => area))) {
    const inside = flows.filter(({ area }) => area === title);
    const y = Math.min(...heights);
    const column = heights.indexOf(y);
    const x = column * (width + GAP);
    const height = HEADING + Math.ceil(inside.length / across) * (CARD.height + GAP) - GAP + PADDING;
    areas.push({ title, x, y, width, height });
    heights[column] = y + height + GAP;
    for (const [index, { id }] of inside.entries()) {
      places.set(id, {
        ...CARD,
        x: x + PADDING + (index % across) * (CARD.width + GAP),
        y: y + HEADING + Math.floor(index / across) * (CARD.height + GAP),
      });
    }
  }
  return {
    width: heights.length * (width + GAP) - GAP,
    height: Math.max(...heights) - GAP,
    areas,
    places,
    lines: findLines(flows),
  };
}

/** Returns the curve between two places: from side to side if they are beside each other, or else from foot to top. */
export function drawLine(from: Rectangle, to: Rectangle): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const isBeside = Math.abs(dx) > Math.abs(dy);
  const sign = Math.sign(isBeside ? dx : dy) || 1;
  const getEnd = ({ x, y, width, height }: Rectangle, side: number) =>
    isBeside
      ? { x: x + width / 2 + (side * width) / 2, y: y + height / 2 }
      : { x: x + width / 2, y: y + height / 2 + (side * height) / 2 };
  const [start, end] = [getEnd(from, sign), getEnd(to, -sign)];
  const bend = sign * Math.max(20, (isBeside ? Math.abs(end.x - start.x) : Math.abs(end.y - start.y)) / 2);
  const [bx, by] = isBeside ? [bend, 0] : [0, bend];
  return `M${start.x} ${start.y}C${start.x + bx} ${start.y + by} ${end.x - bx} ${end.y - by} ${end.x} ${end.y}`;
}
