/** Stories of a flow's states: each shows the flow after the shortest way to that state. */
import { useEffect, useState } from 'react';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { FlowModel } from '#machines/kit/model.ts';
import { runningMachines } from '#src/app/flow/running-machines.ts';
import { type Node, explore } from './explore.ts';
import { describeWhole, foldRegions } from './sentences.ts';
import { Scene, Stage } from './stage.tsx';
import { act } from './walk.ts';

const whole = (model: FlowModel) => explore(model, { isWhole: true });

/** A state in words, with the machines that the flow has invoked; what goes on side by side is one state to the eye. */
const shown = (node: Node) => foldRegions(describeWhole(node.state));

/** The states that a flow can reach, in words: `reviewing.readingTerms`. A machine that has ended shows nothing any more. */
export function statesOf(model: FlowModel): string[] {
  const nodes = [...whole(model).nodes.values()].filter(({ state }) => state.snapshot.status === 'active');
  return [...new Set(nodes.map(shown))];
}

/** The edges on the shortest way to a node, first to last, and the kind of borrower with whom it starts. */
function wayTo(model: FlowModel, node: Node) {
  const edges = [];
  let at = node;
  for (; at.via !== undefined; at = at.via.from) edges.unshift(at.via.edge);
  const start = whole(model).starts.find((each) => each.node === at);
  return { input: start?.input ?? '', edges };
}

interface AtStateProps {
  readonly model: FlowModel;
  readonly state: string;
  readonly then: readonly AnyEventObject[];
}

/** The innermost machine that runs: it is the one with which a person has to do. */
function innermost(actor: AnyActorRef): AnyActorRef {
  const last = runningMachines(actor).at(-1);
  return last ?? actor;
}

function AtState({ model, state, then }: AtStateProps) {
  const [{ stage, edges }] = useState(() => {
    const node = [...whole(model).nodes.values()].find((each) => shown(each) === state);
    if (node === undefined) throw new Error(`${model.machine.id} cannot reach ${state}`);
    const way = wayTo(model, node);
    return { stage: new Stage(model, way.input), edges: way.edges };
  });
  useEffect(() => {
    const go = async () => {
      for (const { trigger } of edges) await act(model, stage, trigger);
      for (const event of then) innermost(stage.actor).send(event);
    };
    void go();
  }, [model, stage, edges, then]);
  return <Scene stage={stage} />;
}

const nothing: readonly AnyEventObject[] = [];

/**
 * The story of a state, and of what happens in it `then`, to the innermost machine that runs. A state that the flow cannot
 * reach breaks the story. The state itself is looked at by axe where the flow is walked; what follows is looked at here.
 */
export const atState = (model: FlowModel, state: string, then = nothing) => ({
  parameters: {
    flow: model.machine.id,
    state,
    layout: 'fullscreen',
    ...(then.length === 0 && { a11y: { test: 'off' } }),
  },
  render: () => <AtState model={model} state={state} then={then} />,
});
