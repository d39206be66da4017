/** A fast layout engine for machines that are too large for ELK: states in rows, in their order, and arrows with a corner. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { LayoutEngine } from './layout.ts';

const GAP = { x: 50, y: 70 };
const WIDE = 1.4;

interface Placed extends ElkNode {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads the room around the inner states, such as `[top=40,left=18,bottom=18,right=18]`. */
function readPadding({ layoutOptions = {} }: ElkNode): (side: string) => number {
  const text = layoutOptions['elk.padding'] ?? '';
  return (side) => Number(new RegExp(`${side}=([\\d.]+)`).exec(text)?.[1] ?? 0);
}

/** Places a node and those in it, relative to the node itself. */
function place(node: ElkNode): Placed {
  const { children = [], width = 0, height = 0 } = node;
  if (children.length === 0) return { ...node, x: 0, y: 0, width, height };
  const padding = readPadding(node);
  const inner = children.map(place);
  const area = inner.reduce((sum, each) => sum + (each.width + GAP.x) * (each.height + GAP.y), 0);
  const longest = Math.max(Math.sqrt(area) * WIDE, ...inner.map((each) => each.width));
  const size = { width: 0, height: 0 };
  let [x, y, row] = [0, 0, 0];
  for (const each of inner) {
    if (x > 0 && x + each.width > longest) [x, y, row] = [0, y + row + GAP.y, 0];
    [each.x, each.y] = [x + padding('left'), y + padding('top')];
    x += each.width + GAP.x;
    row = Math.max(row, each.height);
    size.width = Math.max(size.width, x - GAP.x);
    size.height = y + row;
  }
  return {
    ...node,
    x: 0,
    y: 0,
    width: Math.max(width, size.width + padding('left') + padding('right')),
    height: Math.max(height, size.height + padding('top') + padding('bottom')),
    children: inner,
  };
}

/** Moves the nodes within a node to coordinates of the whole picture. */
function toRoot(node: ElkNode, x: number, y: number, found: Map<string, ElkNode>): ElkNode {
  const moved = { ...node, x: (node.x ?? 0) + x, y: (node.y ?? 0) + y };
  found.set(node.id, moved);
  return { ...moved, children: (node.children ?? []).map((child) => toRoot(child, moved.x, moved.y, found)) };
}

/** Draws an arrow from the foot of one state to the head of another. Its ends are spread over the width of the states. */
function route(edge: ElkExtendedEdge, index: number, found: ReadonlyMap<string, ElkNode>): ElkExtendedEdge {
  const share = 0.2 + 0.6 * ((index * 0.618) % 1);
  const [from, to] = [edge.sources[0], edge.targets[0]].map((id) => {
    const { x = 0, y = 0, width = 0, height = 0 } = found.get(id ?? '') ?? { id: '' };
    return { x: x + width * share, top: y, foot: y + height };
  });
  if (from === undefined || to === undefined) return edge;
  const middle = Math.round(from.foot + GAP.y * share);
  const corners = [
    { x: from.x, y: middle },
    { x: to.x, y: middle },
  ];
  const ends = { startPoint: { x: from.x, y: from.foot }, endPoint: { x: to.x, y: to.top } };
  return {
    ...edge,
    sections: [{ id: edge.id, ...ends, bendPoints: corners }],
    labels: (edge.labels ?? []).map((label) => ({ ...label, x: (from.x + to.x) / 2, y: middle })),
  };
}

/** Lays a graph out in rows. */
export const gridEngine: LayoutEngine = (graph) => {
  const found = new Map<string, ElkNode>();
  const placed = toRoot(place(graph), 0, 0, found);
  const edges = (graph.edges ?? []).map((edge, index) => route(edge, index, found));
  return Promise.resolve({ ...placed, edges });
};
