/**
 * Computes the layout of a diagram. The same machine always has the same layout, and a small change moves few states:
 * their order in a row is that of the machine, and their row depends only on the states before them. ELK is passed
 * in: the browser runs it in a worker, scripts run it in their own thread (`elk-in-node.ts`).
 */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { type Box, MARGIN, formatArrowLabel, createBox, staysInside } from './box.ts';
import { ANYWHERE, type CauseKind, type Diagram, type DiagramState, type DiagramTransition } from './diagram.ts';
import { measureWidth, wrap } from './text.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedState extends Rectangle {
  readonly state: DiagramState;
  readonly box: Box;
  /** The place of the text of a state with child states. No arrow passes behind it. */
  readonly title?: Rectangle;
  /** How many states are around it. */
  readonly depth: number;
}

/** A small sign: the initial state of a machine, or the source of transitions from every state. */
export interface PlacedSign extends Rectangle {
  readonly kind: 'start' | 'anywhere';
  /** The events that a state handles without leaving it, in every substate. */
  readonly box?: Box;
}

export interface PlacedLabel extends Point {
  readonly text: string;
  readonly kind: CauseKind;
  readonly key: string;
}

export interface PlacedEdge {
  /** The transitions that the arrow represents; empty if it only marks the initial state. */
  readonly keys: readonly string[];
  readonly kind: CauseKind | 'start';
  readonly points: readonly Point[];
  readonly labels: readonly PlacedLabel[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly signs: readonly PlacedSign[];
  readonly edges: readonly PlacedEdge[];
  /** Set if the states are in plain rows, because ELK took too long. */
  readonly isSimple?: true;
}

export const LABEL = { size: 12, line: 15, width: 150 };
const START = 12;
const ANYWHERE_SIZE = { width: 110, height: 30 };

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '30',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelLabel': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  // Puts each state in the first row below all states with a transition to it, so states added after it do not move it.
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
  // The order of states in a row follows their positions, see `inOrder`.
  'elk.layered.crossingMinimization.semiInteractive': 'true',
  // The strategy with the narrowest diagrams: most fit a screen of 1280 pixels without zooming.
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
};

/** The number of states from which a diagram is laid out with the faster options. */
const LARGE = 200;

/** Options for large diagrams, in a quarter of the time: fewer tries to avoid crossings, and wider rows. */
const LARGE_OPTIONS = {
  ...OPTIONS,
  'elk.layered.thoroughness': '1',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
};

/** Transitions with the same ends share an arrow; their labels are stacked. */
interface Bundle {
  readonly from: string;
  readonly to: string;
  readonly transitions: readonly DiagramTransition[];
}

function bundleTransitions({ transitions }: Diagram): Bundle[] {
  const bundles = new Map<string, Bundle>();
  for (const transition of transitions.filter((each) => !staysInside(each))) {
    for (const to of transition.to) {
      const id = `${transition.from} => ${to}`;
      const so = bundles.get(id)?.transitions ?? [];
      bundles.set(id, { from: transition.from, to, transitions: [...so, transition] });
    }
  }
  return [...bundles.values()];
}

/** The lines of a label, each with the transition that it belongs to. */
const toLabelLines = (diagram: Diagram, { transitions }: Bundle) =>
  transitions.flatMap((transition) =>
    wrap(formatArrowLabel(diagram, transition), LABEL.size, LABEL.width).map((text, index) => ({
      text: index === 0 ? text : `  ${text}`,
      transition,
    })),
  );

/**
 * Returns whether an arrow leads backward in the order of the machine's states, which is the order of the borrower's
 * steps.
 */
const leadsBack = (diagram: Diagram, { from, to }: Bundle): boolean => {
  const order = diagram.states.map(({ id }) => id);
  return order.indexOf(to) < order.indexOf(from);
};

/** The layout puts the end of an arrow below its start, so backward arrows are passed in reversed. */
function toElkEdge(diagram: Diagram, bundle: Bundle): ElkExtendedEdge {
  const ends = leadsBack(diagram, bundle) ? [bundle.to, bundle.from] : [bundle.from, bundle.to];
  const lines = toLabelLines(diagram, bundle);
  const width = Math.max(...lines.map(({ text }) => measureWidth(text, LABEL.size))) + 10;
  return {
    id: `${bundle.from} => ${bundle.to}`,
    sources: ends.slice(0, 1),
    targets: ends.slice(1),
    labels: [{ id: `label ${bundle.from} => ${bundle.to}`, text: 'x', width, height: lines.length * LABEL.line + 4 }],
  };
}

/** The layout engine: ELK, in any thread. */
export type LayoutEngine = (graph: ElkNode) => Promise<ElkNode>;

/** Computes the layout of a diagram. */
export async function computeLayout(diagram: Diagram, engine: LayoutEngine): Promise<Layout> {
  const options = diagram.states.length < LARGE ? OPTIONS : LARGE_OPTIONS;
  const order = new Map(diagram.states.map(({ id }, index) => [id, index]));
  /**
   * Tells ELK the order of the machine's states. ELK's own `considerModelOrder` has the same purpose, but ELK 0.12
   * fails with it on a third of the portal's machines.
   */
  const inOrder = (id: string) => ({ 'elk.position': `(${order.get(id) ?? 0},0)` });
  const boxes = new Map(diagram.states.map((state) => [state.id, createBox(diagram, state)]));
  const bundles = bundleTransitions(diagram);
  const getChildren = (parent: string | null) => diagram.states.filter((state) => state.parent === parent);

  function toElkNode(state: DiagramState): ElkNode {
    const { width, height } = boxes.get(state.id) ?? { width: 0, height: 0 };
    const inner = getChildren(state.id);
    if (inner.length === 0) {
      return { id: state.id, width, height, layoutOptions: inOrder(state.id) };
    }
    return {
      id: state.id,
      children: [
        // A node for the text keeps the arrows out of it. Its position is before all others.
        { id: getTitleId(state), ...getTitleSize({ width, height }), layoutOptions: { 'elk.position': '(-1,0)' } },
        ...createStartNode(state.initial),
        ...inner.map(toElkNode),
      ],
      layoutOptions: {
        ...options,
        ...inOrder(state.id),
        'elk.padding': '[top=8,left=18,bottom=18,right=18]',
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    };
  }

  // An arrow that is not drawn keeps the text of a state above its child states.
  const below = (state: DiagramState): string[] =>
    state.initial === undefined ? getChildren(state.id).map(({ id }) => id) : [`start of ${state.initial}`];
  const titles = diagram.states
    .filter(({ id }) => getChildren(id).length > 0)
    .flatMap((state) =>
      below(state).map((id) => ({ id: `${getTitleId(state)} => ${id}`, sources: [getTitleId(state)], targets: [id] })),
    );
  const first = diagram.initial;
  const starts = [first, ...diagram.states.map(({ initial }) => initial)].filter((id) => id !== undefined);
  const graph = await engine({
    id: '(diagram)',
    layoutOptions: options,
    children: [...createStartNode(first), ...createAnywhereNode(diagram, bundles), ...getChildren(null).map(toElkNode)],
    edges: [
      ...starts.map((id) => ({ id: `start => ${id}`, sources: [`start of ${id}`], targets: [id] })),
      ...bundles.map((bundle) => toElkEdge(diagram, bundle)),
      ...titles,
    ],
  });
  const drawn = (graph.edges ?? []).filter(({ id }) => titles.every((title) => title.id !== id));
  return toLayout(diagram, { ...graph, edges: drawn }, boxes, bundles);
}

const getTitleId = ({ id }: DiagramState): string => `title of ${id}`;

/** The text of a box without its margins. */
const getTitleSize = ({ width, height }: Pick<Rectangle, 'width' | 'height'>) => ({
  width: width - 2 * MARGIN + 8,
  height: height - 6,
});

/** Returns the box of the machine itself; undefined if no event is handled in every state without leaving it. */
function createAnywhereBox(diagram: Diagram): Box | undefined {
  const box = createBox(diagram, {
    id: ANYWHERE,
    name: 'in every state',
    parent: null,
    kind: diagram.root?.isParallel ? 'parallel' : 'atomic',
    description: '',
    tags: [],
    ...(diagram.root ?? { invokes: [], entry: [], exit: [] }),
  });
  return box.lines.length > 1 ? box : undefined;
}

/** The sign for transitions from every state, if there are any. */
function createAnywhereNode(diagram: Diagram, bundles: readonly Bundle[]): ElkNode[] {
  const box = createAnywhereBox(diagram);
  if (box !== undefined) return [{ id: ANYWHERE, width: box.width, height: box.height }];
  return bundles.some(({ from, to }) => [from, to].includes(ANYWHERE)) ? [{ id: ANYWHERE, ...ANYWHERE_SIZE }] : [];
}

const createStartNode = (initial: string | undefined): ElkNode[] =>
  initial === undefined ? [] : [{ id: `start of ${initial}`, width: START, height: START }];

function toLayout(
  diagram: Diagram,
  graph: ElkNode,
  boxes: ReadonlyMap<string, Box>,
  bundles: readonly Bundle[],
): Layout {
  const nodes = (node: ElkNode): ElkNode[] => (node.children ?? []).flatMap((child) => [child, ...nodes(child)]);
  const at = new Map(nodes(graph).map((node) => [node.id, place(node)]));
  const anywhereBox = createAnywhereBox(diagram);
  const edges = new Map((graph.edges ?? []).map((edge) => [edge.id, edge]));
  const getDepth = (state: DiagramState): number => {
    const parent = diagram.states.find(({ id }) => id === state.parent);
    return parent === undefined ? 0 : getDepth(parent) + 1;
  };
  const arrows = [...edges].map(([id, edge]) =>
    toPlacedEdge(
      diagram,
      edge,
      bundles.find(({ from, to }) => `${from} => ${to}` === id),
    ),
  );
  const listContent = (state: DiagramState, title: Rectangle): Rectangle[] => [
    ...[...at.values()].filter((each) => each !== title && each !== at.get(state.id)),
    ...arrows.flatMap(({ points }) => toSegments(points)),
    ...(graph.edges ?? []).flatMap(({ labels = [] }) => labels.map(place)),
  ];
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    states: diagram.states.map((state) => {
      const box = boxes.get(state.id);
      const where = at.get(state.id);
      if (box === undefined || where === undefined) throw new Error(`${state.id} has no place on the diagram`);
      const title = at.get(getTitleId(state));
      const settled = title && settleTitle(title, where, listContent(state, title));
      return { state, box, depth: getDepth(state), ...where, ...(settled && { title: settled }) };
    }),
    signs: [...at].flatMap(([id, where]): PlacedSign[] =>
      id === ANYWHERE
        ? [{ kind: 'anywhere', ...where, ...(anywhereBox && { box: anywhereBox }) }]
        : id.startsWith('start of ')
          ? [{ kind: 'start', ...where }]
          : [],
    ),
    edges: arrows,
  };
}

/** The straight pieces of an arrow, as rectangles without an area. */
const toSegments = (points: readonly Point[]): Rectangle[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(from.x - to.x),
      height: Math.abs(from.y - to.y),
    };
  });

const GAP = 8;

/** Moves the text of a state to the left and then up, as far as nothing else is there. */
function settleTitle(title: Rectangle, around: Rectangle, content: readonly Rectangle[]): Rectangle {
  const { width, height } = title;
  const beside = content.filter(
    (each) => each.y < title.y + height && each.y + each.height > title.y && each.x + each.width <= title.x,
  );
  const x = Math.max(around.x + MARGIN - 4, ...within(around, beside).map((each) => each.x + each.width + GAP));
  const above = content.filter(
    (each) => each.x < x + width && each.x + each.width > x && each.y + each.height <= title.y,
  );
  const y = Math.max(around.y + 5, ...within(around, above).map((each) => each.y + each.height + GAP));
  return { x: Math.min(x, title.x), y: Math.min(y, title.y), width, height };
}

/** Leaves out all elements outside of a state. */
const within = (around: Rectangle, all: readonly Rectangle[]): Rectangle[] =>
  all.filter(
    ({ x, y, width, height }) =>
      x + width > around.x && x < around.x + around.width && y + height > around.y && y < around.y + around.height,
  );

const place = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rectangle>): Rectangle => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

function toPlacedEdge(diagram: Diagram, edge: ElkExtendedEdge, bundle: Bundle | undefined): PlacedEdge {
  const line = (edge.sections ?? [])
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const [label] = edge.labels ?? [];
  const left = Math.round(label?.x ?? 0);
  const top = Math.round(label?.y ?? 0);
  return {
    keys: bundle?.transitions.map(({ key }) => key) ?? [],
    kind: bundle?.transitions[0]?.kind ?? 'start',
    points: bundle !== undefined && leadsBack(diagram, bundle) ? line.toReversed() : line,
    labels: (bundle === undefined ? [] : toLabelLines(diagram, bundle)).map(
      ({ text, transition: { key, kind } }, index) => ({
        x: left + 5,
        y: top + 2 + (index + 1) * LABEL.line - 4,
        text,
        key,
        kind,
      }),
    ),
  };
}
