/** The diagrams of the portal's machines, with their actors described by the calls and effects that they run. */
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { FlowModel } from 'xstate-workbench/model';
import { getEffects } from '#machines/kit/effect.ts';
import { type Diagram, createDiagram } from '../diagram.ts';

type DescribedEffect =
  | { readonly call: { readonly method: string; readonly path: string } }
  | { readonly name: string };

const describeEffect = (effect: DescribedEffect): string =>
  'call' in effect ? `${effect.call.method} ${effect.call.path}` : effect.name;

/** Returns a function that describes an actor by its calls or effects, and a machine by nothing. */
export const describeWith =
  (effectsOfActor: (logic: AnyActorLogic) => readonly DescribedEffect[]) =>
  (logic: AnyActorLogic): string | undefined => {
    const effects = effectsOfActor(logic);
    return effects.length === 0 ? undefined : effects.map(describeEffect).join(' or ');
  };

/** Returns the calls or effects of an actor; undefined if it has none, such as a machine. */
export const describeActor = describeWith(getEffects);

export const createPortalDiagram = (machine: AnyStateMachine, model?: FlowModel): Diagram =>
  createDiagram(machine, { describeActor, model });
