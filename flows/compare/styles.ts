/** The styles of marked shapes. Signs in the text and line styles carry the same information as the colors. */
import type { Paint } from '../palette.ts';
import type { DifferenceMark } from './difference.ts';

const COLORS: Readonly<Record<DifferenceMark, readonly [light: string, dark: string]>> = {
  added: ['#216e1f', '#7fcf7c'],
  removed: ['#b50909', '#ff9b94'],
  changed: ['#8a4b00', '#f0b26b'],
};
const QUIET = ['#565c65', '#a9b2bd'] as const;

/** Returns the styles of compared diagrams within `scope`. */
export function compareStyles(scope: string, paint: Paint): string {
  const marks = (['added', 'removed', 'changed'] as const).flatMap((mark) => {
    const color = paint(COLORS[mark]);
    return [
      `${scope} .state.is-${mark}>rect{stroke:${color};stroke-width:3}`,
      `${scope} .text.is-${mark}>.name{fill:${color}}`,
      `${scope} .edge.is-${mark}{stroke:${color};stroke-width:3}`,
      `${scope} .tip.is-${mark}{fill:${color}}`,
      `${scope} text.is-${mark}{fill:${color};font-weight:700}`,
    ];
  });
  const quiet = paint(QUIET);
  return [
    `${scope} .edge.is-same{stroke:${quiet}}`,
    `${scope} .tip.is-same{fill:${quiet}}`,
    `${scope} text.label.is-same{fill:${quiet}}`,
    ...marks,
    `${scope} .state.is-removed>rect{stroke-dasharray:3 4}`,
    `${scope} .edge.is-removed{stroke-dasharray:3 4}`,
    `${scope} text.is-removed,${scope} .text.is-removed>.name{text-decoration:line-through}`,
  ].join('');
}
