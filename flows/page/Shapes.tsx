/** The shapes of a drawing as elements of an SVG. */
import { createElement, memo } from 'react';
import type { Shape } from '../drawing.ts';

/** The highlighted elements of a picture. */
export interface Highlights {
  /** The states that are active, by their paths, those around them included. */
  readonly active: ReadonlySet<string>;
  readonly selected: string | undefined;
  /** The state that is to come into sight. */
  readonly focus: string | undefined;
  /** The keys of the most recent transitions. */
  readonly taken: ReadonlySet<string>;
}

export const NOTHING_LIT: Highlights = { active: new Set(), selected: undefined, focus: undefined, taken: new Set() };

function toClass({ attributes, state, keys }: Shape, { active, selected, taken }: Highlights): string {
  const names = [
    String(attributes['class'] ?? ''),
    state !== undefined && active.has(state) && 'is-active',
    state !== undefined && selected === state && 'is-selected',
    keys?.some((key) => taken.has(key)) === true && 'is-taken',
  ];
  return names.filter((name) => name !== false && name !== '').join(' ');
}

function ShapeView({ shape, lit }: { readonly shape: Shape; readonly lit: Highlights }) {
  const { class: _, ...attributes } = shape.attributes;
  return createElement(
    shape.tag,
    {
      ...attributes,
      className: toClass(shape, lit),
      'data-state': shape.state,
      'data-machine': shape.machine,
    },
    shape.text ?? shape.children?.map((child, index) => <ShapeView key={index} shape={child} lit={lit} />),
  );
}

/** All shapes of a picture. They render again only when the highlights change, not while the picture moves. */
export const Shapes = memo(({ shapes, lit }: { readonly shapes: readonly Shape[]; readonly lit: Highlights }) =>
  shapes.map((shape, index) => <ShapeView key={index} shape={shape} lit={lit} />),
);
Shapes.displayName = 'Shapes';
