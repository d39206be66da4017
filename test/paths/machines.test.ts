/** Every flow, walked on every way: its chart keeps the rules of the house, and each of its transitions is taken. */
import { afterAll, describe, expect, test } from 'vitest';
import type { FlowModel } from '#machines/kit/model.ts';
import { breakdowns, checkChart, deadEnds, idleEvents } from '#test/support/checks.ts';
import { keepTaken } from '#test/support/coverage-store.ts';
import { measure, takenOf } from '#test/support/coverage.ts';
import { pathsOf } from '#test/support/paths.ts';
import { Recorder } from '#test/support/recorder.ts';
import { walk } from '#test/support/walk.ts';

const models = import.meta.glob<FlowModel>('/machines/*/*.model.ts', { import: 'default', eager: true });

describe.each(Object.values(models).map((model) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
  const recorder = new Recorder();

  afterAll(() => keepTaken(flow, takenOf(model.machine, 1, recorder.taken)));

  test('keeps the rules for charts', () => {
    expect(checkChart(model.machine)).toEqual([]);
  });

  test('can be left wherever it stands, and never breaks', () => {
    expect(deadEnds(model)).toEqual([]);
    expect(breakdowns(model)).toEqual([]);
  });

  test('takes note of every event of its model', () => {
    expect(idleEvents(model)).toEqual([]);
  });

  test('does on every path what the path says, and takes every transition', async () => {
    for (const path of pathsOf(model)) await walk(model, path, recorder);
    const { open, wrong } = measure(model, recorder.taken.get(flow) ?? []);
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });
});
