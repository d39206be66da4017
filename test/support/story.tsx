/** Stories of a flow's states: each one shows the flow after the shortest path to that state. */
import { useEffect, useState } from 'react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import { getBasePath, routes } from '#domain/portal/routes.ts';
import type { FlowModel } from 'xstate-workbench/model';
import { getActorMachine } from 'xstate-workbench/model/xstate-internals';
import { runningMachines } from '#src/app/flow/running-machines.ts';
import { getScreen } from '#src/app/flow/url-sync.ts';
import { Card } from '#src/ui/index.ts';
import { pages } from './pages.ts';
import { Scene, Stage } from './stage.tsx';
import { type Way, shortestWay, listStates } from './states.ts';
import { publishFlow } from './story-flow.ts';
import { act } from './walk.ts';

interface AtStateProps {
  readonly model: FlowModel;
  /** Computes the path when the story is shown. */
  readonly way: () => Way;
  readonly then: readonly AnyEventObject[];
}

/** Returns the innermost running machine, which is the one that the person interacts with. */
function innermost(actor: AnyActorRef): AnyActorRef {
  const last = runningMachines(actor).at(-1);
  return last ?? actor;
}

/** Returns the descriptions of a machine's active leaf states. */
function findDescriptions(states: AnyStateMachine['states'], value: StateValue): string[] {
  if (typeof value === 'string') {
    const description = states[value]?.description;
    return description === undefined ? [] : [description];
  }
  return Object.entries(value).flatMap(([name, below]) => {
    const inner = below === undefined ? [] : findDescriptions(states[name]?.states ?? {}, below);
    return inner.length > 0 ? inner : findDescriptions(states, name);
  });
}

/** Returns the addresses of a flow's page, from the route table. */
function findAddresses({ machine }: FlowModel): string {
  const names = pages.flatMap(({ name, page }) => ('machine' in page && page.machine === machine ? [name] : []));
  // A page that restarts its flow at each of its addresses has the name of its machine.
  const named = machine.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return routes
    .filter(({ page }) => page !== undefined && [...names, named].includes(page))
    .map(getBasePath)
    .join(', ');
}

/** Information beside a story: the description of the state, its place in the portal, and the diagram of the flow. */
export interface About {
  readonly description: string;
  /** Path of the screen; for a flow with a single screen, all paths of its page. */
  readonly place: string;
  /** File of the diagram in `docs/flows`. */
  readonly diagram: string;
}

/** Returns the information about the current state of a flow. */
export function describeState(actor: AnyActorRef, model: FlowModel): About {
  const inner = innermost(actor);
  const machine = getActorMachine(inner);
  const { value }: AnyMachineSnapshot = inner.getSnapshot();
  return {
    description: machine === undefined ? '' : [...new Set(findDescriptions(machine.states, value))].join('; '),
    place: getScreen(actor).path ?? model.place?.replaceAll('`', '') ?? findAddresses(model),
    diagram: `${machine?.id ?? ''}.svg`,
  };
}

function AboutStory({ description, place, diagram }: About) {
  return (
    <aside aria-label="About this state">
      <Card tone="quiet">
        <p>
          {description}. Address: {place}.{' '}
          <a href={`diagrams/${diagram}`} target="_blank" rel="noreferrer">
            Diagram of the flow
          </a>
        </p>
      </Card>
    </aside>
  );
}

function AtState({ model, way, then }: AtStateProps) {
  const [about, setAbout] = useState<About>();
  const [{ stage, triggers }] = useState(() => {
    const found = way();
    return { stage: new Stage(model, found.input), triggers: found.triggers };
  });
  useEffect(() => {
    const go = async () => {
      for (const trigger of triggers) await act(model, stage, trigger);
      for (const event of then) innermost(stage.actor).send(event);
      setAbout(describeState(stage.actor, model));
    };
    void go();
    return publishFlow(model, stage.actor, listStates);
  }, [model, stage, triggers, then]);
  return (
    <>
      <Scene stage={stage} />
      {about && <AboutStory {...about} />}
    </>
  );
}

const nothing: readonly AnyEventObject[] = [];

/**
 * Renders the story of a state; `then` sends further events to the innermost running machine. The story fails if the
 * flow cannot reach the state. A story without `then` is not run as a test: the walks check the state, and
 * `test/paths/machine-walks.ts` checks without a browser that the path reaches it.
 */
export const atState = (model: FlowModel, state: string, then = nothing) => ({
  parameters: {
    flow: model.machine.id,
    state,
    layout: 'fullscreen',
    // A state has no controls.
    controls: { disable: true },
    ...(then.length === 0 && { a11y: { test: 'off' } }),
  },
  render: () => <AtState model={model} way={() => shortestWay(model, state)} then={then} />,
});

/** Answer of a call, by its names in the model; `at` is the path to the invoked machine that makes the call. */
export interface NamedAnswer {
  readonly at: readonly string[];
  readonly call: string;
  readonly answer: string;
}

/** Renders the story of a flow after these answers to its first calls, in order. */
export const afterAnswers = (model: FlowModel, answers: readonly NamedAnswer[]) => ({
  parameters: { flow: model.machine.id, layout: 'fullscreen', controls: { disable: true } },
  render: () => (
    <AtState
      model={model}
      way={() => ({
        input: Object.keys(model.inputs)[0] ?? '',
        triggers: answers.map(({ at, call, answer }) => ({
          kind: 'outcome',
          at,
          id: call,
          source: call,
          outcome: answer,
        })),
      })}
      then={nothing}
    />
  ),
});
