/** A machine as a picture: a plain SVG that reads on paper, in a page and aloud. */
import type { Diagram } from './diagram.ts';
import { type CoverageMarks, type Shape, drawLegend, createLegend, createShapes } from './drawing.ts';
import type { Layout } from './layout.ts';
import { styles } from './palette.ts';
import { measureWidth, wrap } from './text.ts';

export interface Drawing {
  readonly title: string;
  readonly marks?: CoverageMarks;
}

const EDGE = 24;
const SUBTITLE = { size: 13, line: 18 };

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the SVG of a diagram in its layout. */
export function drawDiagram(diagram: Diagram, layout: Layout, { title, marks }: Drawing): string {
  const width = Math.max(layout.width, measureWidth(title, 20, true), 420) + 2 * EDGE;
  const about = wrap(diagram.description, SUBTITLE.size, width - 2 * EDGE).filter((line) => line !== '');
  const address = diagram.path === undefined ? [] : [diagram.path];
  const top = EDGE + 28 + (about.length + address.length) * SUBTITLE.line;
  const legendTop = top + layout.height + 8;
  const legend = drawLegend(createLegend(layout, marks !== undefined), width - 2 * EDGE);
  const height = legendTop + legend.height + 14;
  const id = `diagram-${diagram.id}`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${escape(title)}</title>`,
    `<desc id="${id}-desc">${escape(spoken(diagram))}</desc>`,
    `<style>${styles(`#${id}`)}</style>`,
    `<g id="${id}">`,
    `<rect class="paper" width="${width}" height="${height}" rx="12"/>`,
    `<text class="title" x="${EDGE}" y="${EDGE + 16}">${escape(title)}</text>`,
    ...[...about, ...address].map(
      (text, index) =>
        `<text class="${index < about.length ? 'subtitle' : 'address'}" x="${EDGE}" y="${EDGE + 38 + index * SUBTITLE.line}">${escape(text)}</text>`,
    ),
    `<g transform="translate(${Math.round((width - layout.width) / 2)} ${top})">`,
    ...createShapes(layout, marks).flatMap(write),
    '</g>',
    `<g transform="translate(${EDGE} ${legendTop})">`,
    ...legend.shapes.flatMap(write),
    '</g>',
    '</g>',
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** A shape as lines of SVG. */
function write({ tag, attributes, text, children }: Shape): string[] {
  const start = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escape(String(value))}"`)];
  if (text !== undefined) return [`<${start.join(' ')}>${escape(text)}</${tag}>`];
  return children === undefined
    ? [`<${start.join(' ')}/>`]
    : [`<${start.join(' ')}>`, ...children.flatMap(write), `</${tag}>`];
}

/** The machine in a few sentences, for those who hear the picture. */
function spoken({ description, states, transitions }: Diagram): string {
  const described = states.map(({ id, description: about }) => {
    const ways = transitions.filter(({ from }) => from === id);
    const said = ways.map(({ label, condition, to }) => {
      const when = condition === undefined ? '' : ` if ${condition}`;
      return `${label}${when}${to.length > 0 ? ` leads to ${to.join(' and ')}` : ' changes no state'}`;
    });
    return `${id}: ${about}.${said.length > 0 ? ` Here ${said.join('; ')}.` : ''}`;
  });
  return [`${description}.`, ...described].join('\n');
}
