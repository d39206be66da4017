/** Stories of a flow's states: each shows the flow after the shortest way to that state. */
import { useEffect, useState } from 'react';
import type { AnyEventObject } from 'xstate';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Place, explore } from './explore.ts';
import { saysState } from './sentences.ts';
import { Scene, Stage } from './stage.tsx';
import { act } from './walk.ts';

/** A state in words; what goes on side by side is one state to the eye. */
const shown = (place: Place) => saysState(place.moment.snapshot.value).replace(/\.\(.*\)$/, '');

/** The states that a flow can reach, in words: `reviewing.readingTerms`. A chart that has ended shows nothing any more. */
export function statesOf(model: FlowModel): string[] {
  const places = [...explore(model).places.values()].filter(({ moment }) => moment.snapshot.status === 'active');
  return [...new Set(places.map(shown))];
}

/** The steps on the shortest way to a place, first to last, and the kind of borrower with whom it starts. */
function wayTo(model: FlowModel, place: Place) {
  const steps = [];
  let at = place;
  for (; at.via !== undefined; at = at.via.from) steps.unshift(at.via.step);
  const start = explore(model).starts.find((each) => each.place === at);
  return { input: start?.input ?? '', steps };
}

interface AtStateProps {
  readonly model: FlowModel;
  readonly state: string;
  readonly then: readonly AnyEventObject[];
  readonly real: readonly string[];
}

function AtState({ model, state, then, real }: AtStateProps) {
  const [{ stage, steps }] = useState(() => {
    const place = [...explore(model).places.values()].find((each) => shown(each) === state);
    if (place === undefined) throw new Error(`${model.machine.id} cannot reach ${state}`);
    const way = wayTo(model, place);
    return { stage: new Stage(model, way.input, real), steps: way.steps };
  });
  useEffect(() => {
    const go = async () => {
      for (const { cause, takes, to } of steps) {
        const led = { takes, leadsTo: to.moment.snapshot.value };
        await act(model, stage, cause.kind === 'route' ? { ...cause, ...led, allowed: true } : { ...cause, ...led });
      }
      for (const event of then) stage.actor.send(event);
    };
    void go();
  }, [model, stage, steps, then]);
  return <Scene stage={stage} />;
}

const nothing: readonly AnyEventObject[] = [];

/**
 * The story of a state, and of what happens in it `then`. `real` names invoked charts that are to be seen in it. A state
 * that the flow cannot reach breaks the story.
 */
export const atState = (model: FlowModel, state: string, then = nothing, real: readonly string[] = []) => ({
  parameters: { flow: model.machine.id, state, layout: 'fullscreen' },
  render: () => <AtState model={model} state={state} then={then} real={real} />,
});
