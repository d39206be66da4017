/** Moves and zooms a picture: by wheel, keys, dragging, pinching and double click. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Size, type Viewport, fitWhole, pan, zoom } from './viewport.ts';

/** How far an arrow key moves the picture, in pixels. */
const STEP = 60;
const ZOOM_STEP = 1.25;
const DOUBLE_CLICK = 2;
/** A pointer that moves less has clicked. */
const CLICK = 4;

const KEYS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** The size of an element, kept up to date. */
function useSize(element: RefObject<HTMLElement | null>): Size {
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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One or two pointers that are pressed: the middle between them, and their distance. */
interface Grip extends Point {
  readonly span: number;
}

function getGrip([first = { x: 0, y: 0 }, second]: readonly Point[]): Grip {
  if (second === undefined) return { ...first, span: 0 };
  return {
    x: (first.x + second.x) / 2,
    y: (first.y + second.y) / 2,
    span: Math.hypot(second.x - first.x, second.y - first.y),
  };
}

interface Gesture {
  readonly grip: Grip;
  readonly from: Viewport;
}

/** `initial` returns the viewport that is shown first, and after the key 1. */
export function usePanZoom(picture: Size, initial: (view: Size) => Viewport) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useSize(frame);
  const [moved, setMoved] = useState<{ readonly picture: Size; readonly viewport: Viewport }>();
  const viewport = moved?.picture === picture ? moved.viewport : initial(view);
  const setViewport = (next: Viewport) => setMoved({ picture, viewport: next });
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  const hasMoved = useRef(false);

  const getPlace = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const middle = { x: view.width / 2, y: view.height / 2 };
  const zoomBy = (factor: number, at: Point = middle) => setViewport(zoom(viewport, factor, at, picture, view));

  // React listens to wheels passively, which could not keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const isZoom = event.ctrlKey || event.metaKey;
    const next = isZoom
      ? zoom(viewport, Math.exp(-event.deltaY / 300), getPlace(event), picture, view)
      : pan(
          viewport,
          event.shiftKey ? -event.deltaY : -event.deltaX,
          event.shiftKey ? 0 : -event.deltaY,
          picture,
          view,
        );
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

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) setViewport(pan(viewport, step[0], step[1], picture, view));
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else if (event.key === '0') setViewport(fitWhole(picture, view));
    else if (event.key === '1') setViewport(initial(view));
    else return;
    event.preventDefault();
  }

  /** Starts again from the pointers that are pressed now. */
  const grip = () => {
    const pressed = [...pointers.current.values()];
    gesture.current = pressed.length === 0 ? null : { grip: getGrip(pressed), from: viewport };
  };

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) hasMoved.current = false;
    pointers.current.set(event.pointerId, getPlace(event));
    grip();
  }

  function onPointerMove(event: PointerEvent): void {
    if (!pointers.current.has(event.pointerId) || gesture.current === null) return;
    // A button that was released outside of the frame is not reported.
    if (event.buttons === 0) {
      onPointerEnd(event);
      return;
    }
    pointers.current.set(event.pointerId, getPlace(event));
    const { grip: start, from } = gesture.current;
    const now = getGrip([...pointers.current.values()]);
    const [dx, dy] = [now.x - start.x, now.y - start.y];
    if (!hasMoved.current && start.span === 0 && Math.hypot(dx, dy) < CLICK) return;
    if (!hasMoved.current) event.currentTarget.setPointerCapture(event.pointerId);
    hasMoved.current = true;
    const zoomed = start.span > 0 && now.span > 0 ? zoom(from, now.span / start.span, start, picture, view) : from;
    setViewport(pan(zoomed, dx, dy, picture, view));
  }

  function onPointerEnd({ pointerId }: PointerEvent): void {
    pointers.current.delete(pointerId);
    grip();
  }

  const handlers = {
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    /** The end of a drag is no click. */
    onClickCapture(event: MouseEvent): void {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onDoubleClick: (event: MouseEvent) => zoomBy(event.shiftKey ? 1 / DOUBLE_CLICK : DOUBLE_CLICK, getPlace(event)),
  };
  return { frame, view, viewport, setViewport, zoomBy, handlers };
}

export type PanZoom = ReturnType<typeof usePanZoom>;
