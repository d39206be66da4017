/** The colours of the diagrams. All text has a contrast of at least 4.5 to 1 on its background, in both schemes. */
import type { CauseKind } from './diagram.ts';

/** A colour in the light scheme and in the dark one. */
type Color = readonly [light: string, dark: string];

interface Swatch<Name extends string> {
  readonly name: Name;
  readonly color: Color;
  readonly says: string;
}

const kinds: readonly Swatch<CauseKind>[] = [
  { name: 'event', color: ['#1a4480', '#8db8f5'], says: 'an event' },
  { name: 'person', color: ['#1a4480', '#8db8f5'], says: 'a person acts' },
  { name: 'sent', color: ['#8a1f6b', '#ee9ad3'], says: 'the program sends an event' },
  { name: 'route', color: ['#5942d2', '#b9aaff'], says: 'Back, Forward or a link' },
  { name: 'done', color: ['#216e1f', '#7fcf7c'], says: 'a call or machine answers' },
  { name: 'failed', color: ['#b50909', '#ff9b94'], says: 'a call or machine fails' },
  { name: 'delay', color: ['#8a4b00', '#f0b26b'], says: 'time passes' },
  { name: 'always', color: ['#565c65', '#a9b2bd'], says: 'at once' },
];

const marks: readonly Swatch<'taken' | 'open' | 'excused'>[] = [
  { name: 'taken', color: ['#216e1f', '#7fcf7c'], says: 'walked' },
  { name: 'open', color: ['#b50909', '#ff9b94'], says: 'not walked' },
  { name: 'excused', color: ['#6b7075', '#a9b2bd'], says: 'cannot be walked, with a reason' },
];

export const PALETTE = { kinds, marks };

/** Writes a colour in CSS. */
export type Paint = (color: Color) => string;

/** The light scheme, for files. */
export const light: Paint = ([color]) => color;

/** Both schemes, for pages: the element's `color-scheme` decides. */
export const lightAndDark: Paint = ([onLight, onDark]) => `light-dark(${onLight},${onDark})`;

const INK: Color = ['#16283a', '#ece7dc'];
const SOFT: Color = ['#4b5a68', '#b6c0c8'];
const GRAY: Color = ['#565c65', '#a9b2bd'];
const BLUE: Color = ['#24557f', '#93c1ea'];
const BROWN: Color = ['#8a4b00', '#f0b26b'];
const GREEN: Color = ['#216e1f', '#7fcf7c'];
const PAPER: Color = ['#fffefb', '#18242e'];
const BOX: Color = ['#ffffff', '#20303c'];
const INNER: readonly Color[] = [
  ['#f6f1e6', '#1d2a35'],
  ['#fcf9f2', '#1a2731'],
  ['#f6f1e6', '#1d2a35'],
];

/** The style of one diagram; `scope` keeps it from others on the same page. */
export function styles(scope: string, paint: Paint = light): string {
  const rules = [
    `text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif;font-size:12px;fill:${paint(INK)}}`,
    `.paper{fill:${paint(PAPER)};stroke:#ddd1bd}`,
    `.title{font-size:20px;font-weight:700}`,
    `.subtitle{font-size:13px;fill:${paint(SOFT)}}`,
    `.state>rect{fill:${paint(BOX)};stroke:${paint(['#8d9297', '#6b747e'])};stroke-width:1.25}`,
    `.state.screen>rect{stroke:${paint(BLUE)};stroke-width:2}`,
    `.pending{fill:${paint(PAPER)};stroke:${paint(BROWN)};stroke-width:1.25}`,
    `.state.final>rect{fill:${paint(['#eef6ee', '#1b2a1c'])};stroke:${paint(GREEN)}}`,
    `.state.final>.ring{fill:none;stroke-width:1}`,
    `.state.parallel>rect{stroke-dasharray:10 4}`,
    ...INNER.map((color, depth) => `.state.inner${depth}>rect{fill:${paint(color)}}`),
    `.name{font-size:14px;font-weight:700}`,
    `.description{fill:${paint(SOFT)}}`,
    `.address{fill:${paint(BLUE)}}`,
    `.invoke{fill:${paint(BROWN)}}`,
    `.inside{fill:${paint(['#1a4480', '#8db8f5'])}}`,
    `.icon-link,.icon-turning{fill:none;stroke:${paint(BLUE)};stroke-width:1.4;stroke-linecap:round}`,
    `.icon-turning{stroke:${paint(BROWN)}}`,
    `.start{fill:${paint(INK)}}`,
    `.anywhere>rect{fill:${paint(BOX)};stroke:${paint(GRAY)};stroke-dasharray:2 3}`,
    `.anywhere>text{text-anchor:middle}`,
    `.edge{fill:none;stroke:${paint(GRAY)};stroke-width:1.5}`,
    `.tip{fill:${paint(GRAY)}}`,
    `.behind{fill:${paint(PAPER)};fill-opacity:.92}`,
    ...kinds.flatMap((swatch) => painted(swatch, paint)),
    ...marks.flatMap((swatch) => painted(swatch, paint)),
    `.edge.open{stroke-width:3}`,
    `.edge.excused{stroke-dasharray:2 4}`,
  ];
  return rules.map((rule) => rule.replaceAll(/(^|,)(?=[.a-z])(?=[^{}]*\{)/g, `$1${scope} `)).join('');
}

const painted = ({ name, color }: Swatch<string>, paint: Paint): string[] => [
  `.edge.${name}{stroke:${paint(color)}}`,
  `.tip.${name}{fill:${paint(color)}}`,
  `text.${name}{fill:${paint(color)}}`,
];
