/** The picture of a machine, with panning, zooming and selection. The table beside it has the same content. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type CoverageMarks, type Shape, createShapes } from '../drawing.ts';
import type { Layout } from '../layout.ts';
import { Minimap } from './Minimap.tsx';
import { type Highlights, Shapes } from './Shapes.tsx';
import { usePanZoom } from './use-pan-zoom.ts';
import { type Size, centerOn, fitReadable, fitWhole, isSeen } from './viewport.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

export interface PictureProps {
  readonly title: string;
  readonly layout: Layout;
  readonly lit: Highlights;
  readonly marks: CoverageMarks | undefined;
  readonly legend: ReactNode;
  /** Changes the shapes before they are rendered. */
  readonly decorate?: (shapes: readonly Shape[]) => readonly Shape[];
  /** Shapes that are drawn over the diagram. */
  readonly overlay?: readonly Shape[] | undefined;
  readonly onSelect: (state: string) => void;
  readonly onOpen: (machine: string) => void;
}

const NOTHING: readonly Shape[] = [];

/** Returns the position of the initial state, which is visible first. */
function findStart({ signs, width }: Layout): { x: number; y: number } {
  const sign = signs.find(({ kind }) => kind === 'start');
  return { x: sign === undefined ? width / 2 : sign.x + sign.width / 2, y: 0 };
}

const unchanged = (shapes: readonly Shape[]) => shapes;

export function Picture(props: PictureProps) {
  const { title, layout, lit, marks, legend, decorate = unchanged, overlay = NOTHING, onSelect, onOpen } = props;
  const shapes = useMemo(
    () => [...decorate(createShapes(layout, marks)), ...overlay],
    [layout, marks, decorate, overlay],
  );
  const initial = useCallback((view: Size) => fitReadable(layout, view, findStart(layout)), [layout]);
  const { frame, view, viewport, setViewport, zoomBy, handlers } = usePanZoom(layout, initial);

  // Scrolls to the highlighted state.
  const [shown, setShown] = useState<string>();
  if (lit.focus !== shown && view.width > 0) {
    setShown(lit.focus);
    const placed = layout.states.find(({ state }) => state.id === lit.focus);
    if (placed !== undefined && !isSeen(placed, viewport, view)) {
      const low = Math.min(placed.height, view.height / viewport.scale) / 2;
      const at = { x: placed.x + placed.width / 2, y: placed.y + low };
      setViewport(centerOn(at, viewport.scale, layout, view));
    }
  }

  function onClick({ target }: React.MouseEvent): void {
    if (!(target instanceof Element)) return;
    const machine = target.closest('[data-machine]')?.getAttribute('data-machine');
    const state = target.closest('[data-state]')?.getAttribute('data-state');
    if (typeof machine === 'string') onOpen(machine);
    else if (typeof state === 'string') onSelect(state);
  }

  return (
    <div className="picture-frame">
      <div className="picture-window">
        {/* Arrow keys move the picture, so assistive technology has to pass them on, and the keyboard has to reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
        <div
          ref={frame}
          className="picture"
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is interactive
          tabIndex={0}
          aria-label={`Diagram of ${title}`}
          aria-describedby="picture-help"
          {...handlers}
          {...{ onClick }}
        >
          <svg aria-hidden="true" width={view.width} height={view.height} data-scale={viewport.scale.toFixed(2)}>
            <g transform={`translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`}>
              <Shapes shapes={shapes} lit={lit} />
            </g>
          </svg>
        </div>
        <ZoomButtons
          onZoom={zoomBy}
          onFit={() => setViewport(fitWhole(layout, view))}
          onRead={() => setViewport(initial(view))}
        />
        <Minimap layout={layout} viewport={viewport} view={view} lit={lit} onMove={setViewport} />
      </div>
      {legend}
      <p id="picture-help" className="picture-help">
        Drag or scroll to move. Ctrl and scroll, pinch or double-click to zoom. Keys: arrows, + and −, 0 for the whole
        picture, 1 to read. The tables below have the same content.
      </p>
    </div>
  );
}
