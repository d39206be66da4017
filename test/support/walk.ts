/**
 * Walks of level 1: run a path on a real actor with scripted effects and clock, and compare the results with the path.
 */
import { type AnyActorRef, type AnyMachineSnapshot, createActor } from 'xstate';
import type { Answer, FlowModel } from 'xstate-workbench/model';
import { runningMachines } from '#src/app/flow/running-machines.ts';
import { type Path, type PathStep, toSentences } from 'xstate-workbench/model/paths';
import { toRouteEvent } from 'xstate-workbench/model/routing';
import { describeParts } from 'xstate-workbench/model/sentences';
import { type Trigger, answerEvent } from 'xstate-workbench/model/simulator';
import { Recorder } from './recorder.ts';
import { ScriptedClock, ScriptedEffects, flush } from './scripted.ts';

/** Returns the outcome that a step names. */
export function findOutcome(model: FlowModel, { source, outcome }: { source: string; outcome: string }): Answer {
  const found = model.outcomes[source]?.[outcome];
  if (found === undefined) throw new Error(`The model of "${model.machine.id}" has no outcome ${source} "${outcome}"`);
  return found;
}

/** Parts that a walk needs to make a step. */
export interface Stage {
  readonly actor: AnyActorRef;
  readonly effects: ScriptedEffects;
  readonly clock: ScriptedClock;
}

/** Returns the invoked machine at the end of a path of invocation ids, and its model. */
export function locateActor(
  model: FlowModel,
  actor: AnyActorRef,
  at: readonly string[] = [],
): { readonly model: FlowModel; readonly actor: AnyActorRef } {
  const [id, ...rest] = at;
  if (id === undefined) return { model, actor };
  const { children }: AnyMachineSnapshot = actor.getSnapshot();
  const child: AnyActorRef | undefined = (children as Readonly<Record<string, AnyActorRef | undefined>>)[id];
  const childModel = typeof child?.src === 'string' ? model.children?.[child.src] : undefined;
  if (child === undefined || childModel === undefined) throw new Error(`${model.machine.id} does not run ${id}`);
  return locateActor(childModel, child, rest);
}

/** Returns the states of the flow and its invoked machines, in the words of the paths. */
export function shownBy(actor: AnyActorRef): string {
  const { value, children }: AnyMachineSnapshot = actor.getSnapshot();
  const running = Object.entries(children as Readonly<Record<string, AnyActorRef | undefined>>).flatMap(
    ([id, child]): [string, string][] =>
      child !== undefined && runningMachines(actor).includes(child) ? [[id, shownBy(child)]] : [],
  );
  return describeParts(value, running);
}

/** Makes one step happen. */
export async function act(whole: FlowModel, stage: Stage, step: Trigger): Promise<void> {
  const { effects, clock } = stage;
  const { model, actor } = locateActor(whole, stage.actor, step.at);
  switch (step.kind) {
    case 'event':
      actor.send(step.event);
      return flush();
    case 'outcome':
      if (effects.isPending(step)) return effects.settle(step, findOutcome(model, step));
      // Makes a machine that runs for real stop with an error.
      actor.send(answerEvent(step.id, findOutcome(model, step)));
      return flush();
    case 'delay':
      clock.pass(step.ms);
      return flush();
    case 'route':
      actor.send(toRouteEvent(step));
      return flush();
  }
}

/** Walks a path. Throws if the machine's behavior differs from the path. */
export async function walk(model: FlowModel, path: Path, recorder = new Recorder()): Promise<Recorder> {
  const effects = new ScriptedEffects(model.machine);
  const clock = new ScriptedClock();
  const machine = effects.provide(model.machine, Object.keys(model.outcomes));
  const actor = createActor(machine, { input: model.inputs[path.input]?.input, clock, inspect: recorder.inspect });
  let broken: unknown;
  actor.subscribe({ error: (thrown) => (broken = thrown) });
  actor.start();
  await flush();

  const expect = (led: Pick<PathStep, 'takes' | 'leadsTo'>, sentences: number) => {
    const description = toSentences(path)
      .slice(0, sentences + 1)
      .join('\n  ');
    if (broken !== undefined) throw new Error(`The machine broke after\n  ${description}`, { cause: broken });
    const at = JSON.stringify(actor.getSnapshot().value);
    if (at !== JSON.stringify(led.leadsTo)) throw new Error(`The machine is in ${at} after\n  ${description}`);
    const takes = [...new Set(recorder.since(machine.id))];
    if (takes.sort().join() !== [...led.takes].sort().join()) {
      throw new Error(
        `The machine took [${takes.join('; ')}] instead of [${led.takes.join('; ')}] in\n  ${description}`,
      );
    }
  };

  expect(path.starts, 0);
  for (const [index, step] of path.steps.entries()) {
    await act(model, { actor, effects, clock }, step);
    expect(step, index + 1);
  }
  actor.stop();
  return recorder;
}
