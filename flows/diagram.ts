/** A machine as plain data: what the pictures, the analysts' page and the exports are made from. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type Effect, effectsOf } from '#machines/kit/effect.ts';
import {
  actorOf,
  causeOf,
  implementationsOf,
  isMachine,
  nodesOf,
  routeOf,
  transitionsOf,
} from '#machines/kit/xstate-internals.ts';
import { causeLabel, conditionOf, guardLabel, keyOf, nameOf, routesOf } from './keys.ts';

export interface DiagramInvoke {
  readonly id: string;
  readonly source: string;
  /** What it stands for: `POST /payments`, another machine, an effect by its name. */
  readonly what: string;
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
  /** Whether it can be asked for by its address, and under which condition. */
  readonly route?: { readonly guard?: string };
  readonly initial?: string;
  readonly invokes: readonly DiagramInvoke[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

export type CauseKind = 'event' | 'route' | 'done' | 'failed' | 'delay' | 'always';

export interface DiagramTransition {
  readonly key: string;
  readonly from: string;
  /** Where it leads; nothing where the state stays as it is. */
  readonly to: readonly string[];
  readonly kind: CauseKind;
  /** The cause as it reads on a diagram. */
  readonly label: string;
  /** The guard by its name; `otherwise` where the guards before it said no. */
  readonly condition?: string;
  readonly actions: readonly string[];
}

export interface Diagram {
  readonly id: string;
  readonly description: string;
  /** The address and the title, where the whole machine is one screen. */
  readonly path?: string;
  readonly title?: string;
  readonly initial?: string;
  readonly states: readonly DiagramState[];
  readonly transitions: readonly DiagramTransition[];
}

/** The machine itself as a place from which transitions lead, whatever the state. */
export const ANYWHERE = 'anywhere';

export function diagramOf(machine: AnyStateMachine): Diagram {
  const [root, ...states] = nodesOf(machine);
  const routed = new Set(routesOf(machine));
  return {
    id: machine.id,
    description: root?.description ?? '',
    ...(root && { ...metaOf(root), ...initialOf(root) }),
    states: states.map((node) => stateOf(machine, node, routed.has(node))),
    transitions: nodesOf(machine).flatMap((node) =>
      transitionsOf(node).map((transition) => transitionOf(machine, transition)),
    ),
  };
}

function metaOf(node: AnyStateNode): { path?: string; title?: string } {
  const meta: unknown = node.meta;
  if (typeof meta !== 'object' || meta === null) return {};
  const path: unknown = Reflect.get(meta, 'path');
  const title: unknown = Reflect.get(meta, 'title');
  return { ...(typeof path === 'string' && { path }), ...(typeof title === 'string' && { title }) };
}

function initialOf(node: AnyStateNode): { initial?: string } {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return initial === undefined ? {} : { initial: nameOf(initial) };
}

function stateOf(machine: AnyStateMachine, node: AnyStateNode, isRouted: boolean): DiagramState {
  const guard = routeOf(node)?.guard;
  return {
    id: nameOf(node),
    name: node.key,
    parent: node.parent?.parent === undefined ? null : nameOf(node.parent),
    kind: node.type,
    description: node.description ?? '',
    tags: node.tags,
    ...metaOf(node),
    ...(isRouted && { route: guard === undefined ? {} : { guard: guardLabel(guard) } }),
    ...initialOf(node),
    invokes: node.invoke.map((invoke) => ({
      id: invoke.id,
      source: sourceOf(invoke),
      what: whatOf(machine, sourceOf(invoke)),
    })),
    entry: node.entry.map(actionLabel).filter((label) => label !== ''),
    exit: node.exit.map(actionLabel).filter((label) => label !== ''),
  };
}

/** Machines name their actors; an actor written in place has a name that the library made for it. */
const sourceOf = ({ src, id }: AnyStateNode['invoke'][number]) => (typeof src === 'string' ? src : id);

const saysEffect = (effect: Effect): string =>
  effect.kind === 'call' ? `${effect.call.method} ${effect.call.path}` : effect.name;

function whatOf(machine: AnyStateMachine, source: string): string {
  const logic = actorOf(machine, source);
  const effects = logic === undefined ? [] : effectsOf(logic);
  if (effects.length > 0) return effects.map(saysEffect).join(' or ');
  return isMachine(logic) ? `machine ${logic.id}` : source;
}

/** An action by its name. The library's own, such as those that run a delay, are no part of a diagram. */
function actionLabel(action: unknown): string {
  if (typeof action === 'string') return action;
  return typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : '';
}

function kindOf(transition: AnyTransitionDefinition): CauseKind {
  const { kind } = causeOf(transition);
  return kind === 'allDone' || kind === 'changed' ? 'done' : kind;
}

function transitionOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): DiagramTransition {
  const kind = kindOf(transition);
  const condition = conditionOf(transition);
  return {
    key: keyOf(transition) ?? '',
    from: nameOf(transition.source),
    to: (transition.target ?? []).map(nameOf),
    kind,
    label: labelOf(machine, transition),
    ...(condition !== undefined && { condition }),
    actions: transition.actions.map(actionLabel).filter((label) => label !== ''),
  };
}

function labelOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): string {
  const cause = causeOf(transition);
  if (cause.kind === 'delay') return delayLabel(machine, cause.delay);
  return cause.kind === 'route' ? 'an address is asked for' : causeLabel(transition);
}

function delayLabel(machine: AnyStateMachine, delay: unknown): string {
  const known: unknown = typeof delay === 'string' ? implementationsOf(machine).delays[delay] : delay;
  if (typeof known !== 'number') return `after ${String(delay)}`;
  const time = known % 60_000 === 0 ? `${known / 60_000} min` : known < 1_000 ? `${known} ms` : `${known / 1_000} s`;
  return typeof delay === 'string' ? `after ${time} (${delay})` : `after ${time}`;
}
