/** A small picture of the whole machine that marks the visible part; shown only if some part is hidden. */
import type { PointerEvent } from 'react';
import type { Layout } from '../layout.ts';
import type { Highlights } from './Shapes.tsx';
import { type Size, type Viewport, centerOn } from './viewport.ts';

export interface MinimapProps {
  readonly layout: Layout;
  readonly viewport: Viewport;
  readonly view: Size;
  readonly lit: Highlights;
  readonly onMove: (viewport: Viewport) => void;
}

const LONGEST = 150;

export function Minimap({ layout, viewport, view, lit, onMove }: MinimapProps) {
  const { width, height } = layout;
  const { scale } = viewport;
  if (view.width === 0 || (width * scale <= view.width && height * scale <= view.height)) return null;
  const small = LONGEST / Math.max(width, height);
  const seen = {
    x: Math.max(0, -viewport.x / scale),
    y: Math.max(0, -viewport.y / scale),
    width: Math.min(width, view.width / scale),
    height: Math.min(height, view.height / scale),
  };

  function moveTo({ clientX, clientY, currentTarget, buttons }: PointerEvent): void {
    if (buttons === 0) return;
    const box = currentTarget.getBoundingClientRect();
    const at = { x: (clientX - box.left) / small, y: (clientY - box.top) / small };
    onMove(centerOn(at, scale, layout, view));
  }

  return (
    <svg
      className="minimap"
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={width * small}
      height={height * small}
      onPointerDown={moveTo}
      onPointerMove={moveTo}
    >
      {layout.states.map(({ state, x, y, width: w, height: h }) => (
        <rect key={state.id} className={lit.active.has(state.id) ? 'is-active' : ''} x={x} y={y} width={w} height={h} />
      ))}
      <rect className="seen" {...seen} />
    </svg>
  );
}
