/** A flow as a small picture: its states and arrows without their texts. */
import { memo } from 'react';
import type { Layout } from '../layout.ts';

const draw = (all: Layout['states']): string =>
  all.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');

/** The picture has three elements, since the map has a hundred pictures. */
export const Thumbnail = memo(({ layout: { width, height, states, edges } }: { readonly layout: Layout }) => (
  <svg className="thumbnail" aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid meet">
    <path className="around" d={draw(states.filter(({ title }) => title !== undefined))} />
    <path
      className="arrows"
      d={edges.map(({ points }) => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`).join('')}
    />
    <path className="states" d={draw(states.filter(({ title }) => title === undefined))} />
  </svg>
));
Thumbnail.displayName = 'Thumbnail';
