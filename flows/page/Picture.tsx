/** The picture of a machine, with panning, zooming and selection. The table beside it has the same content. */
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CoverageMarks, type Shape, createShapes } from '../drawing.ts';
import type { Layout } from '../layout.ts';
import { Buttons } from './Buttons.tsx';
import { Minimap } from './Minimap.tsx';
import { type Highlights, Shapes } from './Shapes.tsx';
import { type Size, type Viewport, centerOn, fitReadable, fitWhole, isSeen, pan, zoom } from './viewport.ts';

export interface PictureProps {
  readonly title: string;
  readonly layout: Layout;
  readonly lit: Highlights;
  readonly marks: CoverageMarks | undefined;
  /** Changes the shapes before they are rendered. */
  readonly decorate?: (shapes: readonly Shape[]) => readonly Shape[];
  /** Shapes that are drawn over the diagram. */
  readonly overlay?: readonly Shape[] | undefined;
  readonly onSelect: (state: string) => void;
  readonly onOpen: (machine: string) => void;
}

const NOTHING: readonly Shape[] = [];

/** How far an arrow key moves the picture, in pixels. */
const STEP = 60;
const ZOOM_STEP = 1.25;
/** A pointer that moves less has clicked. */
const CLICK = 4;

const KEYS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** The size of an element, kept up to date. */
function useSize(element: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Returns the position of the initial state, which is visible first. */
function findStart({ signs, width }: Layout): { x: number; y: number } {
  const sign = signs.find(({ kind }) => kind === 'start');
  return { x: sign === undefined ? width / 2 : sign.x + sign.width / 2, y: 0 };
}

const unchanged = (shapes: readonly Shape[]) => shapes;

export function Picture({
  title,
  layout,
  lit,
  marks,
  decorate = unchanged,
  overlay = NOTHING,
  onSelect,
  onOpen,
}: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useSize(frame);
  const [moved, setMoved] = useState<{ readonly layout: Layout; readonly viewport: Viewport }>();
  const shapes = useMemo(
    () => [...decorate(createShapes(layout, marks)), ...overlay],
    [layout, marks, decorate, overlay],
  );
  const viewport = moved?.layout === layout ? moved.viewport : fitReadable(layout, view, findStart(layout));
  const setViewport = (next: Viewport) => setMoved({ layout, viewport: next });
  const middle = { x: view.width / 2, y: view.height / 2 };
  const drag = useRef<{ x: number; y: number; from: Viewport; isMoved: boolean } | null>(null);

  // React listens to wheels passively, which could not keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = frame.current?.getBoundingClientRect();
    const at = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    const isZoom = event.ctrlKey || event.metaKey;
    const next = isZoom
      ? zoom(viewport, Math.exp(-event.deltaY / 300), at, layout, view)
      : pan(viewport, event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY, layout, view);
    // At the edge of the picture the page scrolls on.
    if (next === viewport && !isZoom) return;
    event.preventDefault();
    setViewport(next);
  });
  useEffect(() => {
    const { current } = frame;
    const listener = (event: WheelEvent) => onWheel(event);
    current?.addEventListener('wheel', listener, { passive: false });
    return () => current?.removeEventListener('wheel', listener);
  }, []);

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

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) setViewport(pan(viewport, step[0], step[1], layout, view));
    else if (event.key === '+' || event.key === '=') setViewport(zoom(viewport, ZOOM_STEP, middle, layout, view));
    else if (event.key === '-') setViewport(zoom(viewport, 1 / ZOOM_STEP, middle, layout, view));
    else if (event.key === '0') setViewport(fitWhole(layout, view));
    else if (event.key === '1') setViewport(fitReadable(layout, view, findStart(layout)));
    else return;
    event.preventDefault();
  }

  function onPointerMove({ clientX, clientY, pointerId, currentTarget }: PointerEvent): void {
    const { current } = drag;
    if (current === null) return;
    const [dx, dy] = [clientX - current.x, clientY - current.y];
    if (!current.isMoved && Math.hypot(dx, dy) < CLICK) return;
    if (!current.isMoved) currentTarget.setPointerCapture(pointerId);
    current.isMoved = true;
    setViewport(pan(current.from, dx, dy, layout, view));
  }

  function onPointerUp({ target }: PointerEvent): void {
    const isClick = drag.current?.isMoved === false;
    drag.current = null;
    if (!isClick || !(target instanceof Element)) return;
    const machine = target.closest('[data-machine]')?.getAttribute('data-machine');
    const state = target.closest('[data-state]')?.getAttribute('data-state');
    if (typeof machine === 'string') onOpen(machine);
    else if (typeof state === 'string') onSelect(state);
  }

  return (
    <div className="picture-frame">
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
        onKeyDown={onKeyDown}
        onPointerDown={({ button, clientX, clientY }) => {
          if (button === 0) drag.current = { x: clientX, y: clientY, from: viewport, isMoved: false };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (drag.current = null)}
      >
        <svg aria-hidden="true" width={view.width} height={view.height} data-scale={viewport.scale.toFixed(2)}>
          <g transform={`translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`}>
            <Shapes shapes={shapes} lit={lit} />
          </g>
        </svg>
      </div>
      <Buttons className="picture-buttons" name="Zoom">
        <button type="button" onClick={() => setViewport(zoom(viewport, ZOOM_STEP, middle, layout, view))}>
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">Zoom in</span>
        </button>
        <button type="button" onClick={() => setViewport(zoom(viewport, 1 / ZOOM_STEP, middle, layout, view))}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">Zoom out</span>
        </button>
        <button type="button" onClick={() => setViewport(fitWhole(layout, view))}>
          Fit
        </button>
        <button type="button" onClick={() => setViewport(fitReadable(layout, view, findStart(layout)))}>
          Read
        </button>
      </Buttons>
      <Minimap layout={layout} viewport={viewport} view={view} lit={lit} onMove={setViewport} />
      <p id="picture-help" className="picture-help">
        Drag or scroll to move, Ctrl and scroll to zoom. Keys: arrows, + and −, 0 for the whole picture, 1 to read. The
        tables below say the same.
      </p>
    </div>
  );
}
