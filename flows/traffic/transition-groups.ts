/** The transitions of a diagram that a flow log can tell apart. */
import type { AnyStateMachine } from 'xstate';
import { causeLabel, nodesOf, transitionsOf } from 'xstate-workbench/model/xstate-internals';
import type { Diagram, DiagramTransition } from '../diagram.ts';
import { keyOf, nameOf } from 'xstate-workbench/model/keys';
import { transitionId } from './count-traffic.ts';

export interface TransitionGroup {
  readonly id: string;
  /** The transitions with this source, event and target. They differ in their guards, which are not logged. */
  readonly transitions: readonly [DiagramTransition, ...DiagramTransition[]];
}

/** Returns all groups in the order of the diagram. */
export function transitionGroupsOf(machine: AnyStateMachine, { transitions }: Diagram): TransitionGroup[] {
  const shown = new Map(transitions.map((each) => [each.key, each]));
  const groups = new Map<string, [DiagramTransition, ...DiagramTransition[]]>();
  for (const transition of nodesOf(machine).flatMap(transitionsOf)) {
    const found = shown.get(keyOf(transition) ?? '');
    if (found === undefined) continue;
    const to = transition.target?.map(nameOf) ?? [];
    const id = transitionId(nameOf(transition.source), causeLabel(transition), to);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [found]);
    else group.push(found);
  }
  return [...groups].map(([id, found]) => ({ id, transitions: found }));
}
