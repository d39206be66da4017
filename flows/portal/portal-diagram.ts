/** The diagrams of the portal's machines, with their actors described by the calls and effects that they run. */
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { type Effect, effectsOf } from '#machines/kit/effect.ts';
import { type Diagram, diagramOf } from '../diagram.ts';

const describeEffect = (effect: Effect): string =>
  effect.kind === 'call' ? `${effect.call.method} ${effect.call.path}` : effect.name;

/** Returns the calls or effects of an actor; undefined if it has none, such as a machine. */
export function describeActor(logic: AnyActorLogic): string | undefined {
  const effects = effectsOf(logic);
  return effects.length === 0 ? undefined : effects.map(describeEffect).join(' or ');
}

export const portalDiagramOf = (machine: AnyStateMachine): Diagram => diagramOf(machine, { describeActor });
