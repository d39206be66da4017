/** Converts a layout to shapes, which SVG files and the workbench both draw. */
import { type Box, type Line, MARGIN, TYPE, iconRoom } from './box.ts';
import { LABEL, type Layout, type PlacedEdge, type PlacedSign, type PlacedState, type Point } from './layout.ts';
import { PALETTE } from './palette.ts';
import { edgePath } from './path.ts';
import { measureWidth } from './text.ts';

/** A mark on a transition: whether a walk has taken it. */
export type CoverageMark = 'taken' | 'open' | 'excused';
/** The marks by the keys of the transitions. */
export type CoverageMarks = ReadonlyMap<string, CoverageMark>;

/** An SVG element as plain data. */
export interface Shape {
  readonly tag: 'g' | 'rect' | 'path' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The content of a `text`. */
  readonly text?: string;
  readonly children?: readonly Shape[];
  /** The state that the shape belongs to, and the transitions. */
  readonly state?: string;
  readonly keys?: readonly string[];
  /** The id of the invoked machine that the shape names. */
  readonly machine?: string;
}

const toClass = (...names: (string | undefined | false)[]) => ({ class: names.filter(Boolean).join(' ') });

/** Returns the mark of an arrow that represents several transitions: the worst of their marks. */
function worst(keys: readonly string[], marks: CoverageMarks | undefined): CoverageMark | undefined {
  if (marks === undefined || keys.length === 0) return undefined;
  const found = keys.map((key) => marks.get(key) ?? 'open');
  return (['open', 'excused', 'taken'] as const).find((mark) => found.includes(mark));
}

/** Returns the shapes of a layout, in the order in which they are painted. */
export function createShapes(layout: Layout, marks?: CoverageMarks): Shape[] {
  const mark: GetMark = (keys) => worst(keys, marks);
  return [
    ...layout.states.map(drawState),
    ...layout.signs.map((sign) => drawSign(sign, mark)),
    ...layout.edges.flatMap((edge) => drawEdge(edge, mark)),
    ...layout.states.map((placed) => drawText(placed, mark)),
    ...layout.edges.flatMap((edge) => drawLabels(edge, mark)),
  ];
}

type GetMark = (keys: readonly string[]) => CoverageMark | undefined;

const isCompound = (kind: PlacedState['state']['kind']) => kind === 'compound' || kind === 'parallel';

function drawState({ state, box, x, y, width, height, depth }: PlacedState): Shape {
  const look = state.kind === 'final' ? 'final' : state.path !== undefined ? 'screen' : 'plain';
  const hasInner = isCompound(state.kind);
  const isBusy = state.tags.includes('busy') || state.invokes.length > 0;
  const rule = y + box.height + 2;
  return {
    tag: 'g',
    attributes: toClass('state', look, isBusy && 'busy', hasInner && `inner${Math.min(depth, 2)}`),
    state: state.id,
    children: [
      { tag: 'rect', attributes: { x, y, width, height, rx: 10 } },
      ...(state.kind === 'final'
        ? [rect({ ...toClass('ring'), x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 7 })]
        : []),
      ...(hasInner ? [path('rule', `M${x} ${rule}H${x + width}`)] : []),
    ],
  };
}

const rect = (attributes: Shape['attributes']): Shape => ({ tag: 'rect', attributes });
const path = (name: string, d: string): Shape => ({ tag: 'path', attributes: { ...toClass(name), d } });

/** Text is above the arrows, so that an arrow that leaves a compound state upwards passes behind its title, unseen. */
function drawText({ state, box, x, y, depth }: PlacedState, mark: GetMark): Shape {
  return {
    tag: 'g',
    attributes: toClass('text', isCompound(state.kind) && `inner${Math.min(depth, 2)}`),
    state: state.id,
    children: [
      ...(isCompound(state.kind) ? [drawBack(box, { x, y })] : []),
      ...box.lines.flatMap((line) => drawLine(line, { x, y }, mark)),
    ],
  };
}

/** Covers the arrows behind a text. */
function drawBack({ lines, height }: Box, { x, y }: Point): Shape {
  const width = Math.max(
    ...lines.map(({ kind, text }) => iconRoom(kind) + measureWidth(text, TYPE[kind].size, TYPE[kind].bold)),
  );
  return rect({ ...toClass('back'), x: x + MARGIN - 4, y: y + 5, width: width + 8, height: height - 6 });
}

function drawLine({ kind, text, y, key, machine, isFirst }: Line, at: Point, mark: GetMark): Shape[] {
  const x = at.x + MARGIN;
  const foot = at.y + y;
  const written: Shape = {
    tag: 'text',
    attributes: { ...toClass(kind, key !== undefined && mark([key])), x: x + iconRoom(kind), y: foot },
    text,
    ...(key !== undefined && { keys: [key] }),
    ...(machine !== undefined && { machine }),
  };
  if (isFirst && kind === 'address') return [path('icon-link', link(x, foot - 4)), written];
  return isFirst && kind === 'invoke' ? [path('icon-turning', turning(x, foot - 4)), written] : [written];
}

const link = (x: number, y: number) => `M${x + 5} ${y - 3}h-2a3 3 0 0 0 0 6h2m2 0h2a3 3 0 0 0 0 -6h-2m-3 3h4`;

const turning = (x: number, y: number) => `M${x + 10.5} ${y - 1.5}a4.5 4.5 0 1 0 .3 3m.2 -6v3.2h-3.2`;

function drawSign({ kind, x, y, width, height, box }: PlacedSign, mark: GetMark): Shape {
  if (kind === 'start') {
    const attributes = { ...toClass('start'), cx: x + width / 2, cy: y + height / 2, r: width / 2 };
    return { tag: 'circle', attributes };
  }
  if (box !== undefined) {
    const lines = box.lines.flatMap((line) => drawLine(line, { x, y }, mark));
    return {
      tag: 'g',
      attributes: toClass('anywhere'),
      children: [rect({ x, y, width, height, rx: 10 }), { tag: 'g', attributes: toClass('text'), children: lines }],
    };
  }
  const at = { x: x + width / 2, y: y + height / 2 + 4 };
  return {
    tag: 'g',
    attributes: toClass('anywhere'),
    children: [rect({ x, y, width, height, rx: height / 2 }), { tag: 'text', attributes: at, text: 'in every state' }],
  };
}

function drawEdge({ points, keys, kind }: PlacedEdge, mark: GetMark): Shape[] {
  const last = points.at(-1);
  const before = points.at(-2);
  if (last === undefined || before === undefined) return [];
  const names = [kind, mark(keys)];
  return [
    { tag: 'path', attributes: { ...toClass('edge', ...names), d: edgePath(points) }, keys },
    { tag: 'path', attributes: { ...toClass('tip', ...names), d: tip(before, last) }, keys },
  ];
}

/** The head of an arrow. Markers would be shorter, but do not take the colour of their line everywhere. */
function tip(from: Point, { x, y }: Point): string {
  const along = { x: Math.sign(x - from.x), y: Math.sign(y - from.y) };
  const back = { x: x - along.x * 8, y: y - along.y * 8 };
  return `M${x} ${y}L${back.x - along.y * 4} ${back.y - along.x * 4}L${back.x + along.y * 4} ${back.y + along.x * 4}Z`;
}

function drawLabels({ labels }: PlacedEdge, mark: GetMark): Shape[] {
  const [first] = labels;
  if (first === undefined) return [];
  const width = Math.max(...labels.map(({ text }) => measureWidth(text, LABEL.size))) + 8;
  const top = first.y - LABEL.line + 3;
  const height = labels.length * LABEL.line + 1;
  return [
    rect({ ...toClass('behind'), x: first.x - 4, y: top, width, height, rx: 4 }),
    ...labels.map(({ x, y, text, kind, key }): Shape => ({
      tag: 'text',
      attributes: { ...toClass('label', kind, mark([key])), x: x + (text.startsWith(' ') ? 8 : 0), y },
      text: text.trim(),
      keys: [key],
    })),
  ];
}

/** Returns the legend of the colors that occur. */
export function createLegend(at: Point, { edges }: Layout, isMarked: boolean): Shape[] {
  const kinds = new Set(edges.flatMap(({ labels }) => labels.map(({ kind }) => kind)));
  const shown = isMarked ? PALETTE.marks : PALETTE.kinds.filter(({ name }) => kinds.has(name));
  let x = at.x;
  return shown.flatMap(({ name, says }): Shape[] => {
    const left = x;
    x += 26 + measureWidth(says, 12) + 18;
    return [
      { tag: 'path', attributes: { ...toClass('edge', name), d: `M${left} ${at.y + 8}h18` } },
      { tag: 'text', attributes: { ...toClass('label', name), x: left + 24, y: at.y + 12 }, text: says },
    ];
  });
}
