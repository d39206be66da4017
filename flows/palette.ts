/** The colours of the diagrams. All text has a contrast of at least 4.5 to 1 on what is behind it. */
import type { CauseKind } from './diagram.ts';

interface Swatch<Name extends string> {
  readonly name: Name;
  readonly colour: string;
  readonly says: string;
}

const kinds: readonly Swatch<CauseKind>[] = [
  { name: 'event', colour: '#1a4480', says: 'something a person does' },
  { name: 'route', colour: '#5942d2', says: 'Back, Forward or a link' },
  { name: 'done', colour: '#216e1f', says: 'an answer' },
  { name: 'failed', colour: '#b50909', says: 'no usable answer' },
  { name: 'delay', colour: '#8a4b00', says: 'time passes' },
  { name: 'always', colour: '#565c65', says: 'at once' },
];

const marks: readonly Swatch<'taken' | 'open' | 'excused'>[] = [
  { name: 'taken', colour: '#216e1f', says: 'walked' },
  { name: 'open', colour: '#b50909', says: 'not walked' },
  { name: 'excused', colour: '#71767a', says: 'cannot be walked, with a reason' },
];

export const PALETTE = { kinds, marks };

/** The style of one diagram; `scope` keeps it from others on the same page. */
export function styles(scope: string): string {
  const rules = [
    `text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif;font-size:12px;fill:#1b1b1b}`,
    `.paper{fill:#fbfcfd;stroke:#dfe1e2}`,
    `.title{font-size:20px;font-weight:700}`,
    `.subtitle{font-size:13px;fill:#3d4551}`,
    `.state>rect{fill:#fff;stroke:#8d9297;stroke-width:1.25}`,
    `.state.screen>rect{stroke:#005ea2;stroke-width:2}`,
    `.state.busy>rect{stroke:#8a4b00;stroke-dasharray:6 4}`,
    `.state.final>rect{fill:#eef6ee;stroke:#216e1f}`,
    `.state.final>.ring{fill:none;stroke-width:1}`,
    ...['#f3f6f9', '#fafbfc', '#f3f6f9'].flatMap((colour, depth) => [
      `.state.inner${depth}>rect{fill:${colour}}`,
      `.text.inner${depth}>text{paint-order:stroke;stroke:${colour};stroke-width:5px;stroke-linejoin:round}`,
    ]),
    `.rule{fill:none;stroke:#c9ced3}`,
    `.name{font-size:14px;font-weight:700}`,
    `.description{fill:#3d4551}`,
    `.address{fill:#005ea2}`,
    `.invoke{fill:#8a4b00}`,
    `.inside{fill:#1a4480}`,
    `.icon-link,.icon-turning{fill:none;stroke:#005ea2;stroke-width:1.4;stroke-linecap:round}`,
    `.icon-turning{stroke:#8a4b00}`,
    `.start{fill:#1b1b1b}`,
    `.anywhere>rect{fill:#fff;stroke:#565c65;stroke-dasharray:2 3}`,
    `.edge{fill:none;stroke:#565c65;stroke-width:1.5}`,
    `.tip{fill:#565c65}`,
    `.behind{fill:#fbfcfd;fill-opacity:.92}`,
    ...kinds.flatMap(painted),
    ...marks.flatMap(painted),
    `.edge.open{stroke-width:3}`,
    `.edge.excused{stroke-dasharray:2 4}`,
  ];
  return rules.map((rule) => rule.replaceAll(/(^|,)(?=[.a-z])(?=[^{}]*\{)/g, `$1${scope} `)).join('');
}

const painted = ({ name, colour }: Swatch<string>): string[] => [
  `.edge.${name}{stroke:${colour}}`,
  `.tip.${name}{fill:${colour}}`,
  `text.${name}{fill:${colour}}`,
];
