/** Stories of a flow's states: each shows the flow after the shortest way to that state. */
import { useEffect, useState } from 'react';
import type { AnyEventObject } from 'xstate';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Node, explore } from './explore.ts';
import { describeState } from './sentences.ts';
import { Scene, Stage } from './stage.tsx';
import { act } from './walk.ts';

/** A state in words; what goes on side by side is one state to the eye. */
const shown = (node: Node) => describeState(node.state.snapshot.value).replace(/\.\(.*\)$/, '');

/** The states that a flow can reach, in words: `reviewing.readingTerms`. A chart that has ended shows nothing any more. */
export function statesOf(model: FlowModel): string[] {
  const nodes = [...explore(model).nodes.values()].filter(({ state }) => state.snapshot.status === 'active');
  return [...new Set(nodes.map(shown))];
}

/** The edges on the shortest way to a node, first to last, and the kind of borrower with whom it starts. */
function wayTo(model: FlowModel, node: Node) {
  const edges = [];
  let at = node;
  for (; at.via !== undefined; at = at.via.from) edges.unshift(at.via.edge);
  const start = explore(model).starts.find((each) => each.node === at);
  return { input: start?.input ?? '', edges };
}

interface AtStateProps {
  readonly model: FlowModel;
  readonly state: string;
  readonly then: readonly AnyEventObject[];
  readonly real: readonly string[];
}

function AtState({ model, state, then, real }: AtStateProps) {
  const [{ stage, edges }] = useState(() => {
    const node = [...explore(model).nodes.values()].find((each) => shown(each) === state);
    if (node === undefined) throw new Error(`${model.machine.id} cannot reach ${state}`);
    const way = wayTo(model, node);
    return { stage: new Stage(model, way.input, real), edges: way.edges };
  });
  useEffect(() => {
    const go = async () => {
      for (const { trigger } of edges) await act(model, stage, trigger);
      for (const event of then) stage.actor.send(event);
    };
    void go();
  }, [model, stage, edges, then]);
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
