/**
 * All paths of every flow: the flow matches its handwritten model, its claims hold and can fail, and a real actor takes
 * each transition.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { FlowModel } from '#machines/kit/model.ts';
import { keepTaken } from '#test/support/coverage-store.ts';
import { measure, takenOf } from '#test/support/coverage.ts';
import { isNamed } from '#test/support/named-flows.ts';
import { pathsOf } from '#flows/simulation/paths.ts';
import { Recorder } from '#test/support/recorder.ts';
import { mutantsOf } from '#test/support/mutants.ts';
import { brokenClaims, impossibleAnswers, verify } from '#test/support/verify.ts';
import { walk } from '#test/support/walk.ts';

const models = import.meta.glob<FlowModel>('/machines/*/*.model.ts', { import: 'default', eager: true });

const named = Object.values(models).filter(isNamed);

// With FLOWS set, a run may have no flow.
if (named.length === 0) test('no flow is selected', () => expect(process.env['FLOWS']).toBeDefined());

describe.each(named.map((model) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
  const recorder = new Recorder();

  afterAll(() => keepTaken(flow, takenOf(model.machine, 1, recorder.taken)));

  test('matches its model in every reachable state', () => {
    expect([...verify(model)].slice(0, 20)).toEqual([]);
  });

  test('uses only answers and events that its invoked machines produce', () => {
    expect(impossibleAnswers(model)).toEqual([]);
  });

  test.each(Object.entries(model.claims))('has a claim that its mutant breaks: %s', (name, { brokenBy }) => {
    const mutant = mutantsOf(model.machine).find((each) => each.name === brokenBy);
    expect(mutant, `the fault ${brokenBy}`).toBeDefined();
    expect(brokenClaims({ ...model, machine: mutant?.machine ?? model.machine }).join()).toContain(name);
  });

  test('follows every path, and takes every transition', async () => {
    for (const path of pathsOf(model)) await walk(model, path, recorder);
    const { open, wrong } = measure(model, recorder.taken.get(flow) ?? []);
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });
});
