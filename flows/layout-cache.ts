/** Results of the layout engine, stored by a hash of the graph. A layout is the same wherever it was computed. */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import * as v from 'valibot';
import type { LayoutEngine } from './layout.ts';

const Point = v.object({ x: v.number(), y: v.number() });
const optionalNumber = v.exactOptional(v.number());

const Edge = v.object({
  id: v.string(),
  sections: v.array(
    v.object({ id: v.string(), startPoint: Point, bendPoints: v.exactOptional(v.array(Point)), endPoint: Point }),
  ),
  labels: v.exactOptional(v.array(Point)),
});

interface Placed {
  readonly id: string;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly children?: Placed[];
  readonly edges?: v.InferOutput<typeof Edge>[];
}

const size = { x: optionalNumber, y: optionalNumber, width: optionalNumber, height: optionalNumber };
const Placed: v.GenericSchema<Placed> = v.object({
  id: v.string(),
  ...size,
  children: v.exactOptional(v.array(v.lazy(() => Placed))),
  edges: v.exactOptional(v.array(Edge)),
});

const StoredLayouts = v.record(v.string(), Placed);

/** The results of the layout engine, by the keys of their graphs. */
export type StoredLayouts = v.InferOutput<typeof StoredLayouts>;

/** Parses stored results. Throws if the text is something else. */
export const parseLayouts = (json: string): StoredLayouts => v.parse(StoredLayouts, JSON.parse(json));

/** Two rounds of a 32-bit hash with different seeds: no `crypto.subtle`, which only secure contexts have. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Returns the key of a graph: a hash of its nodes, edges, labels and options. */
export function graphKey(graph: ElkNode): string {
  const text = JSON.stringify(graph);
  return [2_166_136_261, 374_761_393].map((seed) => hash(text, seed).toString(36)).join('-');
}

const roundedPoint = ({ x = 0, y = 0 }: { x?: number; y?: number }) => ({ x: Math.round(x), y: Math.round(y) });

/** Returns the positions in a result, without its options and texts. */
export function placesIn(result: ElkNode, round: (value: number) => number = Math.ceil): Placed {
  const { id, x, y, width, height, children, edges } = result;
  return {
    id,
    ...(x !== undefined && { x: Math.round(x) }),
    ...(y !== undefined && { y: Math.round(y) }),
    ...(width !== undefined && { width: round(width) }),
    ...(height !== undefined && { height: round(height) }),
    ...(children !== undefined &&
      children.length > 0 && { children: children.map((child) => placesIn(child, Math.round)) }),
    ...(edges !== undefined && {
      edges: edges.map((edge) => ({
        id: edge.id,
        sections: (edge.sections ?? []).map(({ id: section, startPoint, bendPoints, endPoint }) => ({
          id: section,
          startPoint: roundedPoint(startPoint),
          ...(bendPoints !== undefined && { bendPoints: bendPoints.map(roundedPoint) }),
          endPoint: roundedPoint(endPoint),
        })),
        ...(edge.labels !== undefined && { labels: edge.labels.map(roundedPoint) }),
      })),
    }),
  };
}

/** The result in the format of the engine. */
function toEngineResult({ children, edges, ...place }: Placed): ElkNode {
  return {
    ...place,
    ...(children && { children: children.map(toEngineResult) }),
    ...(edges && { edges: edges.map((edge) => ({ ...edge, sources: [], targets: [] })) }),
  };
}

export interface LayoutStore {
  readonly read: (key: string) => Promise<Placed | undefined> | Placed | undefined;
  readonly write?: (key: string, places: Placed) => Promise<void>;
}

/** Returns an engine that computes a layout only if the store does not have it. */
export const cachedEngine =
  (engine: LayoutEngine, { read, write }: LayoutStore): LayoutEngine =>
  async (graph) => {
    const key = graphKey(graph);
    const known = await read(key);
    if (known !== undefined) return toEngineResult(known);
    const places = placesIn(await engine(graph));
    await write?.(key, places);
    return toEngineResult(places);
  };
