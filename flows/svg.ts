/** A machine as a picture: a plain SVG that reads on paper, in a page and aloud. */
import { type Line, MARGIN, iconRoom } from './box.ts';
import type { Diagram } from './diagram.ts';
import {
  LABEL,
  type Layout,
  type PlacedEdge,
  type PlacedSign,
  type PlacedState,
  type Point,
  layoutOf,
} from './layout.ts';
import { edgePath } from './path.ts';
import { PALETTE, styles } from './palette.ts';
import { widthOf, wrap } from './text.ts';

/** What is laid over the transitions, by their names: whether a walk has taken them. */
export type Mark = 'taken' | 'open' | 'excused';
export type Marks = ReadonlyMap<string, Mark>;

export interface Drawing {
  readonly title: string;
  readonly marks?: Marks;
}

const EDGE = 24;
const SUBTITLE = { size: 13, line: 18 };

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const classOf = (...names: (string | undefined | false)[]) => `class="${names.filter(Boolean).join(' ')}"`;

export async function drawDiagram(diagram: Diagram, { title, marks }: Drawing): Promise<string> {
  const layout = await layoutOf(diagram);
  const width = Math.max(layout.width, widthOf(title, 20, true), 420) + 2 * EDGE;
  const about = wrap(diagram.description, SUBTITLE.size, width - 2 * EDGE).filter((line) => line !== '');
  const address = diagram.path === undefined ? [] : [diagram.path];
  const top = EDGE + 28 + (about.length + address.length) * SUBTITLE.line;
  const legendTop = top + layout.height + 8;
  const height = legendTop + 34;
  const id = `diagram-${diagram.id}`;
  const mark = (keys: readonly string[]) => worst(keys, marks);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${escape(title)}</title>`,
    `<desc id="${id}-desc">${escape(spoken(diagram))}</desc>`,
    `<style>${styles(`#${id}`)}</style>`,
    `<g id="${id}">`,
    `<rect ${classOf('paper')} width="${width}" height="${height}" rx="12"/>`,
    `<text ${classOf('title')} x="${EDGE}" y="${EDGE + 16}">${escape(title)}</text>`,
    ...[...about, ...address].map(
      (text, index) =>
        `<text ${classOf(index < about.length ? 'subtitle' : 'address')} x="${EDGE}" y="${EDGE + 38 + index * SUBTITLE.line}">${escape(text)}</text>`,
    ),
    `<g transform="translate(${Math.round((width - layout.width) / 2)} ${top})">`,
    ...layout.states.flatMap((placed) => drawState(placed)),
    ...layout.signs.flatMap(drawSign),
    ...layout.edges.flatMap((edge) => drawEdge(edge, mark)),
    ...layout.states.flatMap((placed) => drawText(placed, mark)),
    ...layout.edges.flatMap((edge) => drawLabels(edge, mark)),
    '</g>',
    ...legend(legendTop, layout, marks !== undefined),
    '</g>',
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** The machine in a few sentences, for those who hear the picture. */
function spoken({ description, states, transitions }: Diagram): string {
  const told = states.map(({ id, description: about }) => {
    const ways = transitions.filter(({ from }) => from === id);
    const said = ways.map(({ label, condition, to }) => {
      const when = condition === undefined ? '' : ` if ${condition}`;
      return `${label}${when}${to.length > 0 ? ` leads to ${to.join(' and ')}` : ' changes no state'}`;
    });
    return `${id}: ${about}.${said.length > 0 ? ` Here ${said.join('; ')}.` : ''}`;
  });
  return [`${description}.`, ...told].join('\n');
}

/** How several transitions with one arrow look: as the one that is worst off. */
function worst(keys: readonly string[], marks: Marks | undefined): string | undefined {
  if (marks === undefined || keys.length === 0) return undefined;
  const found = keys.map((key) => marks.get(key) ?? 'open');
  return (['open', 'excused', 'taken'] as const).find((mark) => found.includes(mark));
}

type MarkOf = (keys: readonly string[]) => string | undefined;

function drawState({ state, box, x, y, width, height, depth }: PlacedState): string[] {
  const look = state.kind === 'final' ? 'final' : state.path !== undefined ? 'screen' : 'plain';
  const hasInner = state.kind === 'compound' || state.kind === 'parallel';
  const isBusy = state.tags.includes('busy') || state.invokes.length > 0;
  const names = classOf('state', look, isBusy && 'busy', hasInner && `inner${Math.min(depth, 2)}`);
  const rule = y + box.height + 2;
  return [
    `<g ${names}>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`,
    ...(state.kind === 'final'
      ? [`<rect ${classOf('ring')} x="${x + 4}" y="${y + 4}" width="${width - 8}" height="${height - 8}" rx="7"/>`]
      : []),
    ...(hasInner ? [`<path ${classOf('rule')} d="M${x} ${rule}H${x + width}"/>`] : []),
    '</g>',
  ];
}

/** Above the arrows: one that leaves a box of boxes upwards passes behind what is written at its top. */
function drawText({ state, box, x, y, depth }: PlacedState, mark: MarkOf): string[] {
  const hasInner = state.kind === 'compound' || state.kind === 'parallel';
  const lines = box.lines.flatMap((line) => drawLine(line, { x, y }, mark));
  return [`<g ${classOf('text', hasInner && `inner${Math.min(depth, 2)}`)}>`, ...lines, '</g>'];
}

function drawLine({ kind, text, y, key, isFirst }: Line, at: Point, mark: MarkOf): string[] {
  const x = at.x + MARGIN;
  const foot = at.y + y;
  const names = classOf(kind, key !== undefined && mark([key]));
  const icon = !isFirst
    ? undefined
    : kind === 'address'
      ? link(x, foot - 4)
      : kind === 'invoke'
        ? turning(x, foot - 4)
        : undefined;
  return [...(icon ? [icon] : []), `<text ${names} x="${x + iconRoom(kind)}" y="${foot}">${escape(text)}</text>`];
}

const link = (x: number, y: number) =>
  `<path ${classOf('icon-link')} d="M${x + 5} ${y - 3}h-2a3 3 0 0 0 0 6h2m2 0h2a3 3 0 0 0 0 -6h-2m-3 3h4"/>`;

const turning = (x: number, y: number) =>
  `<path ${classOf('icon-turning')} d="M${x + 10.5} ${y - 1.5}a4.5 4.5 0 1 0 .3 3m.2 -6v3.2h-3.2"/>`;

function drawSign({ kind, x, y, width, height }: PlacedSign): string[] {
  if (kind === 'start') {
    return [`<circle ${classOf('start')} cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}"/>`];
  }
  return [
    `<g ${classOf('anywhere')}>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}"/>`,
    `<text x="${x + width / 2}" y="${y + height / 2 + 4}" text-anchor="middle">in every state</text>`,
    '</g>',
  ];
}

function drawEdge({ points, keys, kind }: PlacedEdge, mark: MarkOf): string[] {
  const last = points.at(-1);
  const before = points.at(-2);
  if (last === undefined || before === undefined) return [];
  const names = ['edge', kind, mark(keys)];
  return [
    `<path ${classOf(...names)} d="${edgePath(points)}"/>`,
    `<path ${classOf('tip', ...names.slice(1))} d="${tip(before, last)}"/>`,
  ];
}

/** The head of an arrow. Markers would be shorter, but do not take the colour of their line everywhere. */
function tip(from: Point, { x, y }: Point): string {
  const along = { x: Math.sign(x - from.x), y: Math.sign(y - from.y) };
  const back = { x: x - along.x * 8, y: y - along.y * 8 };
  return `M${x} ${y}L${back.x - along.y * 4} ${back.y - along.x * 4}L${back.x + along.y * 4} ${back.y + along.x * 4}Z`;
}

function drawLabels({ labels }: PlacedEdge, mark: MarkOf): string[] {
  const [first] = labels;
  if (first === undefined) return [];
  const width = Math.max(...labels.map(({ text }) => widthOf(text, LABEL.size))) + 8;
  const top = first.y - LABEL.line + 3;
  return [
    `<rect ${classOf('behind')} x="${first.x - 4}" y="${top}" width="${width}" height="${labels.length * LABEL.line + 1}" rx="4"/>`,
    ...labels.map(
      ({ x, y, text, kind, key }) =>
        `<text ${classOf('label', kind, mark([key]))} x="${x + (text.startsWith(' ') ? 8 : 0)}" y="${y}">${escape(text.trim())}</text>`,
    ),
  ];
}

/** What the colours mean, as far as they occur. */
function legend(y: number, { edges }: Layout, isMarked: boolean): string[] {
  const kinds = new Set(edges.flatMap(({ labels }) => labels.map(({ kind }) => kind)));
  const shown = isMarked ? PALETTE.marks : PALETTE.kinds.filter(({ name }) => kinds.has(name));
  let x = EDGE + 16;
  return shown.flatMap(({ name, says }) => {
    const at = x;
    x += 26 + widthOf(says, 12) + 18;
    return [
      `<path ${classOf('edge', name)} d="M${at} ${y + 8}h18"/>`,
      `<text ${classOf('label', name)} x="${at + 24}" y="${y + 12}">${says}</text>`,
    ];
  });
}
