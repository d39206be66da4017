/** Sends the diagram of a story's flow to the Flow panel of Storybook, and opens the story of a selected state. */
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';
import { SELECT_STORY } from 'storybook/internal/core-events';
import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { addons } from 'storybook/preview-api';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import * as v from 'valibot';
import { createShapes } from '#flows/drawing.ts';
import { getStateName } from 'xstate-workbench/model/keys';
import { Layouts } from '#flows/page/layouts.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import type { FlowModel } from 'xstate-workbench/model';
import { getActiveNodes } from 'xstate-workbench/model/xstate-internals';
import {
  FLOW_ACTIVE,
  FLOW_SHOWN,
  FLOW_WANTED,
  STATE_CHOSEN,
  STORY_MISSING,
  type ShownFlow,
} from './story-flow-events.ts';
import { shownState, toStateStoriesId, storyNames } from './story-names.ts';

type StatesOf = (model: FlowModel) => string[];

let layouts: Layouts | undefined;

const activeStates = (actor: AnyActorRef): string[] => {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  return getActiveNodes(snapshot).map(getStateName);
};

async function shownFlow({ machine }: FlowModel, actor: AnyActorRef): Promise<ShownFlow> {
  const diagram = createPortalDiagram(machine);
  // Started on first use: only an open panel needs it.
  layouts ??= new Layouts(() => new Worker(elkWorker));
  const layout = await layouts.get(diagram);
  const { width, height } = layout;
  const states = diagram.states.map(({ id }) => id);
  return { title: machine.id, width, height, shapes: createShapes(layout), states, active: activeStates(actor) };
}

const Index = v.object({
  entries: v.record(v.string(), v.object({ id: v.string(), title: v.string(), importPath: v.string() })),
});

/** Returns the id of the story that shows a state; undefined if there is none. */
async function createStory(model: FlowModel, state: string, listStates: StatesOf): Promise<string | undefined> {
  const states = listStates(model);
  const shown = shownState(states, state);
  const name = shown === undefined ? undefined : storyNames(states)[states.indexOf(shown)];
  if (name === undefined) return undefined;
  const { entries } = v.parse(Index, await (await fetch('index.json')).json());
  const file = Object.values(entries).find(({ importPath }) => importPath === toStateStoriesId(model.machine.id));
  const id = file && toId(file.title, storyNameFromExport(name));
  return id !== undefined && Object.hasOwn(entries, id) ? id : undefined;
}

/** Offers the flow of a story to the panel until the story is left. Without a Storybook around it, it does nothing. */
export function publishFlow(model: FlowModel, actor: AnyActorRef, listStates: StatesOf): (() => void) | undefined {
  if (!addons.hasChannel()) return undefined;
  const channel = addons.getChannel();
  const show = () => void shownFlow(model, actor).then((flow) => channel.emit(FLOW_SHOWN, flow));
  const choose = (state: unknown) => {
    if (typeof state !== 'string') return;
    void createStory(model, state, listStates).then((storyId) =>
      storyId === undefined ? channel.emit(STORY_MISSING, state) : channel.emit(SELECT_STORY, { storyId }),
    );
  };
  channel.on(FLOW_WANTED, show);
  channel.on(STATE_CHOSEN, choose);
  const subscription = actor.subscribe(() => channel.emit(FLOW_ACTIVE, activeStates(actor)));
  return () => {
    channel.off(FLOW_WANTED, show);
    channel.off(STATE_CHOSEN, choose);
    subscription.unsubscribe();
  };
}
