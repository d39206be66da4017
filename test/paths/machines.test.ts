/**
 * Every flow, on every way that it can go: it does what its model says by hand, its claims hold and are seen to fail, and
 * a real actor takes each of its transitions.
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

// Where few flows are named, there may be none.
if (named.length === 0) test('no flow is named', () => expect(process.env['FLOWS']).toBeDefined());

describe.each(named.map((model) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
  const recorder = new Recorder();

  afterAll(() => keepTaken(flow, takenOf(model.machine, 1, recorder.taken)));

  test('does what its model says, everywhere that it can reach', () => {
    expect([...verify(model)].slice(0, 20)).toEqual([]);
  });

  test('is answered and told only what the machines that it runs answer and tell', () => {
    expect(impossibleAnswers(model)).toEqual([]);
  });

  test.each(Object.entries(model.claims))('is seen to fail where a fault breaks it: %s', (name, { brokenBy }) => {
    const mutant = mutantsOf(model.machine).find((each) => each.name === brokenBy);
    expect(mutant, `the fault ${brokenBy}`).toBeDefined();
    expect(brokenClaims({ ...model, machine: mutant?.machine ?? model.machine }).join()).toContain(name);
  });

  test('does on every path what the path says, and takes every transition', async () => {
    for (const path of pathsOf(model)) await walk(model, path, recorder);
    const { open, wrong } = measure(model, recorder.taken.get(flow) ?? []);
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });
});
