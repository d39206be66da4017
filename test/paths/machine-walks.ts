/**
 * All paths of every flow: the flow matches its handwritten model, its claims hold and can fail, and a real actor takes
 * each transition. `machines-1.test.ts` and `machines-2.test.ts` share the flows.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { FlowModel } from 'xstate-workbench/model';
import { listNodes } from 'xstate-workbench/model/xstate-internals';
import { storeTaken } from '#test/support/coverage-store.ts';
import { measure, groupTaken } from '#test/support/coverage.ts';
import { isNamed } from '#test/support/named-flows.ts';
import { generatePaths } from 'xstate-workbench/model/paths';
import { Recorder } from '#test/support/recorder.ts';
import { type Mutant, createMutants } from '#test/support/mutants.ts';
import { impossibleAnswers, isBroken, verify } from '#test/support/verify.ts';
import { findScreenPaths } from '#test/support/screen-paths.ts';
import { readSurvivors } from '#test/mutation/machines.ts';
import { flush } from '#test/support/scripted.ts';
import { divideIntoShares } from '#test/support/shares.ts';
import { Stage, seen } from '#test/support/stage.tsx';
import { act, shownBy, walk } from '#test/support/walk.ts';
import { foldRegions } from 'xstate-workbench/model/sentences';
import { createActor } from 'xstate';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true });

/** Returns the machines that run in a flow, with that of the flow. */
const machinesIn = (model: FlowModel): FlowModel[] => [
  model,
  ...Object.values(model.children ?? {}).flatMap(machinesIn),
];

/** Returns an estimate of the time that a flow takes: its states, and the events that are tried in each. */
function estimateEffort(model: FlowModel): number {
  const all = machinesIn(model);
  const states = all.reduce((sum, { machine }) => sum + listNodes(machine).length, 0);
  return states * all.reduce((sum, { events }) => sum + events.length, 0);
}

/** Tests one of two shares of the flows, which take about the same time. */
export function testMachines(part: 0 | 1): void {
  const all = Object.values(models).filter(isNamed);
  const named = divideIntoShares(all, estimateEffort, 2)[part] ?? [];

  // With FLOWS set, a part may have no flow.
  if (named.length === 0) test('has no flow to walk', () => expect(all.length).toBeLessThan(2));

  // Here and not with the other tests of stories, because they explore the whole flows, which takes seconds for each.
  const flows = seen
    .filter(({ model }) => named.includes(model))
    .map(({ model }) => ({ flow: model.machine.id, model }));

  // First, so that the other tests can use the exploration, which takes a while on a busy machine.
  describe.each(flows)('the states of $flow', { timeout: 240_000 }, ({ model }) => {
    test('are reached by their stories', async () => {
      const { stories } = await findScreenPaths(model);
      const reached: string[] = [];
      for (const { way } of stories) {
        const stage = new Stage(model, way.input);
        const { inspect, clock } = stage;
        const actor = createActor(stage.machine, { inspect, clock, input: model.inputs[way.input]?.input }).start();
        await flush();
        for (const trigger of way.triggers) await act(model, stage, trigger);
        reached.push(foldRegions(shownBy(actor)));
        actor.stop();
      }
      expect(reached).toEqual(stories.map(({ state }) => state));
    });

    test('stop no submission before its answer', async () => {
      expect((await findScreenPaths(model)).abandoned).toEqual([]);
    });

    // The result stays in the cache for the run that walks the paths.
    test('are all shown by the paths that are walked on the screen', async () => {
      const made = await findScreenPaths(model);
      const shown = made.paths
        .flatMap(({ starts, steps }) => [starts, ...steps])
        .map(({ shows }) => foldRegions(shows));
      expect(shown).toEqual(expect.arrayContaining(made.stories.map(({ state }) => state)));
      expect(await findScreenPaths(model)).toEqual(JSON.parse(JSON.stringify(made)));
    });
  });

  describe.each(named.map((model) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
    const recorder = new Recorder();
    let mutants: readonly Mutant[] | undefined;

    afterAll(() => storeTaken(flow, groupTaken(model.machine, 1, recorder.taken)));

    test('matches its model in every reachable state', () => {
      expect([...verify(model)].slice(0, 20)).toEqual([]);
    });

    test('uses only answers and events that its invoked machines produce', () => {
      expect(impossibleAnswers(model)).toEqual([]);
    });

    test.each(Object.entries(model.claims))('has a claim that its mutant breaks: %s', (_, claim) => {
      const { brokenBy } = claim;
      mutants ??= createMutants(model.machine);
      const mutant = mutants.find((each) => each.name === brokenBy);
      expect(mutant, `the fault ${brokenBy}`).toBeDefined();
      expect(isBroken({ ...model, machine: mutant?.machine ?? model.machine }, claim)).toBe(true);
    });

    test('has every fault that is listed as a survivor', async () => {
      const listed = Object.keys((await readSurvivors())[flow] ?? {});
      if (listed.length > 0) mutants ??= createMutants(model.machine);
      expect(mutants?.map(({ name }) => name) ?? []).toEqual(expect.arrayContaining(listed));
    });

    test('follows every path, and takes every transition', async () => {
      for (const path of generatePaths(model)) await walk(model, path, recorder);
      const { open, wrong } = measure(model, recorder.taken.get(flow) ?? []);
      expect({ open, wrong }).toEqual({ open: [], wrong: [] });
    });
  });
}
