/** The transitions of a diagram that a flow log can tell apart. */
import type { AnyStateMachine } from 'xstate';
import { formatCause, listNodes, listTransitions } from 'xstate-workbench/model/xstate-internals';
import type { Diagram, DiagramTransition } from '../diagram.ts';
import { getTransitionKey, getStateName } from 'xstate-workbench/model/keys';
import { transitionId } from './count-traffic.ts';

export interface TransitionGroup {
  readonly id: string;
  /** The transitions with this source, event and target. They differ in their guards, which are not logged. */
  readonly transitions: readonly [DiagramTransition, ...DiagramTransition[]];
}

/** Returns all groups in the order of the diagram. */
export function groupTransitions(machine: AnyStateMachine, { transitions }: Diagram): TransitionGroup[] {
  const shown = new Map(transitions.map((each) => [each.key, each]));
  const groups = new Map<string, [DiagramTransition, ...DiagramTransition[]]>();
  for (const transition of listNodes(machine).flatMap(listTransitions)) {
    const found = shown.get(getTransitionKey(transition) ?? '');
    if (found === undefined) continue;
    const to = transition.target?.map(getStateName) ?? [];
    const id = transitionId(getStateName(transition.source), formatCause(transition), to);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [found]);
    else group.push(found);
  }
  return [...groups].map(([id, found]) => ({ id, transitions: found }));
}
