/** A machine as plain data, the source of the pictures, the workbench and the exports. */
import type { AnyActorLogic, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import {
  findActor,
  builtInAction,
  formatCause,
  parseCause,
  getActorName,
  getImplementations,
  findInlineActor,
  isMachine,
  listNodes,
  getRoute,
  listTransitions,
} from 'xstate-workbench/model/xstate-internals';
import type { FlowModel } from 'xstate-workbench/model';
import { formatValue } from 'xstate-workbench/model/context-diff';
import { formatCondition, formatGuard, getTransitionKey, getStateName, findRoutes } from 'xstate-workbench/model/keys';

export interface DiagramInvoke {
  readonly id: string;
  readonly source: string;
  /** The description of the actor: `POST /payments`, `machine checkout`, or the source name again. */
  readonly what: string;
  /** The id of the machine, if the actor is one. */
  readonly machine?: string;
  /** The input as JSON, or `computed`. */
  readonly input?: string;
}

export interface DiagramState {
  /** The path from the machine's root, with dots; unique. */
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly description: string;
  readonly tags: readonly string[];
  /** The address and the title that the state has as a screen. */
  readonly path?: string;
  readonly title?: string;
  /** The route of the state, with its guard, if it can be requested by its address. */
  readonly route?: { readonly guard?: string };
  readonly initial?: string;
  /** How much a history state restores: the child states only, or their descendants too. */
  readonly history?: 'shallow' | 'deep';
  readonly invokes: readonly DiagramInvoke[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** The actions of the transition to the initial state. */
  readonly initialActions?: readonly string[];
  /** The output of a final state as JSON, or `computed`. */
  readonly output?: string;
}

/** `event` is an event whose sender is not known; `person` and `sent` tell the events of people and of the program. */
export const CAUSE_KINDS = ['event', 'person', 'sent', 'route', 'done', 'failed', 'delay', 'always'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

export interface DiagramTransition {
  readonly key: string;
  readonly from: string;
  /** The target of the transition; undefined if the state does not change. */
  readonly to: readonly string[];
  readonly kind: CauseKind;
  /** The cause as it reads on a diagram. */
  readonly label: string;
  /** The guard by its name; `otherwise` where the guards before it said no. */
  readonly condition?: string;
  readonly actions: readonly string[];
  readonly description?: string;
  /** Set if the transition leaves and enters its state again. */
  readonly reenter?: true;
}

/** Transitions and actions of a machine in every state. */
export interface DiagramRoot extends Pick<DiagramState, 'invokes' | 'entry' | 'exit' | 'initialActions' | 'output'> {
  readonly isParallel?: true;
}

export interface Diagram {
  readonly id: string;
  readonly description: string;
  /** The address and the title, where the whole machine is one screen. */
  readonly path?: string;
  readonly title?: string;
  readonly initial?: string;
  /** Undefined if the machine does nothing in every state. */
  readonly root?: DiagramRoot;
  /** Whether the picture shows the actions on arrows, on entry and on exit. */
  readonly showsActions?: true;
  readonly states: readonly DiagramState[];
  readonly transitions: readonly DiagramTransition[];
}

/** Returns a diagram whose picture shows the actions on arrows, on entry and on exit. */
export const withActions = (diagram: Diagram): Diagram => ({ ...diagram, showsActions: true });

/** The machine itself as the source of transitions, whatever the state. */
export const ANYWHERE = 'anywhere';

/** Returns the name of a state, as tables show it. */
export const formatPlace = (state: string): string => (state === ANYWHERE ? 'every state' : state);

/** Returns the names of the states to which a transition leads. */
export const formatTargets = (to: readonly string[]): string =>
  to.length === 0 ? 'stays' : to.map(formatPlace).join(', ');

export interface DiagramOptions {
  /** Returns a description of an invoked actor, such as `POST /payments`; undefined if its name is sufficient. */
  readonly describeActor?: (logic: AnyActorLogic) => string | undefined;
  /** The model of the machine, which tells the events that a person causes. */
  readonly model?: Pick<FlowModel, 'events'> | undefined;
}

export function createDiagram(machine: AnyStateMachine, options: DiagramOptions = {}): Diagram {
  const [root, ...states] = listNodes(machine);
  const routed = new Set(findRoutes(machine));
  return {
    id: machine.id,
    description: root?.description ?? '',
    ...(root && { ...readMeta(root), ...findInitial(root), ...toRoot(machine, root, options) }),
    states: states.map((node) => toDiagramState(machine, node, routed.has(node), options)),
    transitions: listNodes(machine).flatMap((node) =>
      listTransitions(node).map((transition) => toDiagramTransition(machine, transition, options)),
    ),
  };
}

function toRoot(machine: AnyStateMachine, node: AnyStateNode, options: DiagramOptions): { root?: DiagramRoot } {
  const root: DiagramRoot = {
    invokes: node.invoke.map((_, index) => toDiagramInvoke(machine, node, index, options)),
    entry: formatActions(node.entry, 'entry'),
    exit: formatActions(node.exit, 'exit'),
    ...readInitialActions(node),
    ...(node.output !== undefined && { output: formatComputed(node.output) }),
    ...(node.type === 'parallel' && { isParallel: true }),
  };
  const { invokes, entry, exit, ...others } = root;
  return invokes.length + entry.length + exit.length + Object.keys(others).length === 0 ? {} : { root };
}

function readInitialActions(node: AnyStateNode): { initialActions?: readonly string[] } {
  const actions = node.type === 'compound' ? formatActions(node.initial.actions, 'actions') : [];
  return actions.length === 0 ? {} : { initialActions: actions };
}

/** Returns a value of a configuration as text. */
const formatComputed = (value: unknown): string => (typeof value === 'function' ? 'computed' : formatValue(value));

function readMeta(node: AnyStateNode): { path?: string; title?: string } {
  const meta: unknown = node.meta;
  if (typeof meta !== 'object' || meta === null) return {};
  const path: unknown = Reflect.get(meta, 'path');
  const title: unknown = Reflect.get(meta, 'title');
  return { ...(typeof path === 'string' && { path }), ...(typeof title === 'string' && { title }) };
}

function findInitial(node: AnyStateNode): { initial?: string } {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return initial === undefined ? {} : { initial: getStateName(initial) };
}

function toDiagramState(
  machine: AnyStateMachine,
  node: AnyStateNode,
  isRouted: boolean,
  options: DiagramOptions,
): DiagramState {
  const guard = getRoute(node)?.guard;
  return {
    id: getStateName(node),
    name: node.key,
    parent: node.parent?.parent === undefined ? null : getStateName(node.parent),
    kind: node.type,
    description: node.description ?? '',
    tags: node.tags,
    ...readMeta(node),
    ...(isRouted && { route: guard === undefined ? {} : { guard: formatGuard(guard) } }),
    ...findInitial(node),
    ...(node.type === 'history' && { history: node.history === 'deep' ? ('deep' as const) : ('shallow' as const) }),
    invokes: node.invoke.map((_, index) => toDiagramInvoke(machine, node, index, options)),
    entry: formatActions(node.entry, 'entry'),
    exit: formatActions(node.exit, 'exit'),
    ...readInitialActions(node),
    ...(node.type === 'final' && node.output !== undefined && { output: formatComputed(node.output) }),
  };
}

function toDiagramInvoke(
  machine: AnyStateMachine,
  node: AnyStateNode,
  index: number,
  { describeActor }: DiagramOptions,
): DiagramInvoke {
  const { id, src, input }: { id: string; src: unknown; input?: unknown } = node.invoke[index] ?? { id: '', src: '' };
  const inline = findInlineActor(node, index);
  // XState generates the source name of an actor that was written inline, so its id is shown.
  const source = inline === undefined && typeof src === 'string' ? src : getActorName(node, id);
  const logic = inline ?? findActor(machine, src);
  const described = logic && describeActor?.(logic);
  const given = input === undefined ? {} : { input: formatComputed(input) };
  if (!isMachine(logic)) return { id, source, what: described ?? source, ...given };
  return { id, source, what: described ?? `machine ${logic.id}`, machine: logic.id, ...given };
}

/** The actions by their names, without those by which XState runs delays. */
const formatActions = (actions: readonly unknown[], property: string): string[] =>
  actions.map((action) => formatAction(action, property)).filter((label) => label !== '');

/** XState's own actions on entry and exit: they start and cancel delays. */
const OF_DELAYS = new Set(['raise', 'cancel']);

function formatAction(action: unknown, property: string): string {
  if (typeof action === 'string') return action;
  const builtIn = builtInAction(action);
  if (builtIn !== undefined) return property !== 'actions' && OF_DELAYS.has(builtIn.type) ? '' : builtIn.type;
  // An inline function has the name of the property that contains it.
  if (typeof action === 'function') return ['', property].includes(action.name) ? 'inline' : action.name;
  if (typeof action !== 'object' || action === null || !('type' in action)) return '';
  const params: unknown = 'params' in action ? action.params : undefined;
  return `${String(action.type)}${params === undefined ? '' : `(${formatParams(params)})`}`;
}

function formatParams(params: unknown): string {
  if (typeof params === 'function') return 'computed';
  if (typeof params !== 'object' || params === null) return formatValue(params);
  return Object.entries(params)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join(', ');
}

function toCauseKind(transition: AnyTransitionDefinition, { model }: DiagramOptions): CauseKind {
  const cause = parseCause(transition);
  const { kind } = cause;
  if (kind === 'event' && model !== undefined) {
    const isOfPerson = model.events.some(({ event, gesture }) => gesture !== undefined && event.type === cause.event);
    return isOfPerson ? 'person' : 'sent';
  }
  return kind === 'allDone' || kind === 'changed' ? 'done' : kind;
}

function toDiagramTransition(
  machine: AnyStateMachine,
  transition: AnyTransitionDefinition,
  options: DiagramOptions,
): DiagramTransition {
  const kind = toCauseKind(transition, options);
  const condition = formatCondition(transition);
  return {
    key: getTransitionKey(transition) ?? '',
    from: getStateName(transition.source),
    to: (transition.target ?? []).map(getStateName),
    kind,
    label: formatTransition(machine, transition),
    ...(condition !== undefined && { condition }),
    actions: formatActions(transition.actions, 'actions'),
    ...(transition.description !== undefined && { description: transition.description }),
    ...(transition.reenter && kind !== 'route' && transition.target !== undefined && { reenter: true }),
  };
}

function formatTransition(machine: AnyStateMachine, transition: AnyTransitionDefinition): string {
  const cause = parseCause(transition);
  if (cause.kind === 'delay') return formatDelay(machine, cause.delay);
  return cause.kind === 'route' ? 'an address is requested' : formatCause(transition);
}

function formatDelay(machine: AnyStateMachine, delay: unknown): string {
  const known: unknown = typeof delay === 'string' ? getImplementations(machine).delays[delay] : delay;
  if (typeof known !== 'number') return `after ${String(delay)}`;
  const time = known % 60_000 === 0 ? `${known / 60_000} min` : known < 1_000 ? `${known} ms` : `${known / 1_000} s`;
  return typeof delay === 'string' ? `after ${time} (${delay})` : `after ${time}`;
}
