/** The map of all flows: small pictures by area, with the lines between them. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Layout } from '../layout.ts';
import { formatAddress } from './address.ts';
import type { Layouts } from './layouts.ts';
import { LINE_KINDS, createMap, drawLine } from './map-layout.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { usePanZoom } from './use-pan-zoom.ts';
import { type Size, type Viewport, centerOn, fitWhole, isSeen, settle } from './viewport.ts';
import type { Flow } from './workbench-machines.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

export interface FlowMapViewProps {
  readonly flows: readonly Flow[];
  readonly layouts: Layouts;
  /** The ids of the flows that a search has found; undefined without a search. */
  readonly found: ReadonlySet<string> | undefined;
}

/** The map has its own width for windows of up to this width, and more columns for wider ones. */
const getRoom = (width: number): number => (width < 520 ? 300 : Math.max(1_220, width - 32));

/** The room above the map at first, in pixels. */
const MARGIN = 12;

/** The titles can be read at this scale. */
const READABLE = 0.9;

function showFirst(map: Size, view: Size): Viewport {
  const scale = Math.min(1, Math.max(READABLE, (view.width - 32) / map.width));
  return settle({ x: 0, y: MARGIN, scale: view.width === 0 ? 1 : scale }, map, view);
}

/** The layouts that are there so far. They arrive in batches, since each one would render the map. */
function useLayouts(layouts: Layouts, flows: readonly Flow[]): ReadonlyMap<string, Layout> {
  const [known, setKnown] = useState<ReadonlyMap<string, Layout>>(new Map());
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const made = new Map<string, Layout>();
      let last = performance.now();
      for (const flow of flows) {
        const layout = await layouts.get(flow.diagram).catch(() => undefined);
        if (!isMounted) return;
        if (layout !== undefined) made.set(flow.id, layout);
        if (performance.now() - last < 60) continue;
        setKnown(new Map(made));
        // The page responds between the batches.
        await new Promise((resolve) => setTimeout(resolve));
        last = performance.now();
      }
      if (isMounted) setKnown(made);
    };
    void load();
    return () => {
      isMounted = false;
    };
  }, [layouts, flows]);
  return known;
}

export function FlowMapView({ flows, layouts, found }: FlowMapViewProps) {
  const [room, setRoom] = useState(() => getRoom(document.documentElement.clientWidth));
  const map = useMemo(() => createMap(flows, room), [flows, room]);
  const initial = useCallback((view: Size) => showFirst(map, view), [map]);
  const { frame, view, viewport, setViewport, zoomBy, handlers } = usePanZoom(map, initial);
  const known = useLayouts(layouts, flows);
  const [pointed, setPointed] = useState<string>();
  const selected = view.width === 0 ? room : getRoom(view.width);
  // The search beside the map does not change its columns.
  if (selected !== room && (selected > room || selected < 520) && view.width > 0) setRoom(selected);

  const near = useMemo(
    () =>
      pointed === undefined
        ? undefined
        : new Set([
            pointed,
            ...map.lines.flatMap(({ from, to }) => (from === pointed ? [to] : to === pointed ? [from] : [])),
          ]),
    [map, pointed],
  );
  const shown = near ?? found;

  function showPlace(id: string): void {
    setPointed(id);
    // The browser scrolls the page to the place that the flow had before.
    requestAnimationFrame(() => frame.current?.scrollIntoView({ block: 'nearest' }));
    const place = map.places.get(id);
    if (place === undefined || isSeen(place, viewport, view)) return;
    setViewport(centerOn({ x: place.x + place.width / 2, y: place.y + place.height / 2 }, viewport.scale, map, view));
  }

  return (
    <div className="picture-frame">
      <div className="picture-window">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move and zoom the map */}
        <section
          ref={frame}
          className="picture map"
          aria-label="Map of the flows"
          aria-describedby="map-help"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move and zoom the map
          tabIndex={0}
          {...handlers}
        >
          <div
            className="map-canvas"
            data-scale={viewport.scale.toFixed(2)}
            style={{ transform: `translate(${viewport.x}px, ${viewport.y}px) scale(${viewport.scale})` }}
          >
            {map.areas.map(({ title, x, y, width, height }) => (
              <div key={title} className="map-area" style={{ left: x, top: y, width, height }}>
                {title !== '' && <h2>{title}</h2>}
              </div>
            ))}
            <svg className="map-lines" aria-hidden="true" width={map.width} height={map.height}>
              <defs>
                <marker id="map-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                  <path d="M0 0L8 4L0 8z" />
                </marker>
              </defs>
              {map.lines.map(({ kind, from, to }) => {
                const [start, end] = [map.places.get(from), map.places.get(to)];
                if (start === undefined || end === undefined) return null;
                const isNear = pointed === from || pointed === to;
                return (
                  <path
                    key={`${kind} ${from} ${to}`}
                    className={`map-line ${kind}${isNear ? ' is-near' : ''}`}
                    d={drawLine(start, end)}
                    {...(kind !== 'shares' && { markerEnd: 'url(#map-tip)' })}
                  />
                );
              })}
            </svg>
            {flows.map(({ id, title }) => {
              const place = map.places.get(id);
              const layout = known.get(id);
              if (place === undefined) return null;
              return (
                <a
                  key={id}
                  href={formatAddress({ flow: id })}
                  draggable={false}
                  className={`card${shown === undefined || shown.has(id) ? '' : ' is-dim'}${found?.has(id) ? ' is-found' : ''}`}
                  style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
                  onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(id)}
                  onPointerLeave={() => setPointed(undefined)}
                  onFocus={() => showPlace(id)}
                  onBlur={() => setPointed(undefined)}
                >
                  {layout !== undefined && <Thumbnail layout={layout} />}
                  <span>{title}</span>
                </a>
              );
            })}
          </div>
        </section>
        <ZoomButtons
          onZoom={zoomBy}
          onFit={() => setViewport(fitWhole(map, view))}
          onRead={() => setViewport(initial(view))}
        />
      </div>
      <ul className="legend" aria-label="Legend">
        {Object.entries(LINE_KINDS).map(([kind, says]) => (
          <li key={kind}>
            <svg aria-hidden="true" width="30" height="10">
              <path className={`map-line is-near ${kind}`} d="M1 5h28" />
            </svg>
            {says} ({map.lines.filter((line) => line.kind === kind).length})
          </li>
        ))}
      </ul>
      <p id="map-help" className="picture-help">
        Drag or scroll to move. Ctrl and scroll, pinch or double-click to zoom. Keys: Tab for the next flow, arrows, +
        and −, 0 for the whole map, 1 to read.
      </p>
    </div>
  );
}
