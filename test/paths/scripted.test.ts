/** The script behind the walks: pending effects and their answers. */
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { provideEffects } from '#machines/kit/effect.ts';
import { groupTaken } from '#test/support/coverage.ts';
import { parcel } from '#test/support/fixture/parcel.machine.ts';
import { Recorder } from '#test/support/recorder.ts';
import { ScriptedClock, ScriptedEffects } from '#test/support/scripted.ts';

function staged(whole: readonly string[] = []) {
  const effects = new ScriptedEffects(parcel);
  const clock = new ScriptedClock();
  const recorder = new Recorder();
  const machine = effects.provide(parcel, whole);
  const actor = createActor(machine, { input: { weight: 900 }, clock, inspect: recorder.inspect }).start();
  actor.send({ type: 'packing.requested', part: 'wrapped' });
  actor.send({ type: 'packing.requested', part: 'addressed' });
  return { actor, clock, effects, recorder };
}

test('a pending effect has its source, the id of its invocation and its input', async () => {
  const { actor, effects } = staged();
  expect(effects.pending).toMatchObject([{ source: 'printLabel', id: 'printLabel', input: { body: { weight: 900 } } }]);
  await effects.settle({ source: 'printLabel' }, { answers: 'P-1' });
  expect(actor.getSnapshot().value).toBe('printed');
  expect(effects.pending).toEqual([]);
});

test('an effect is no longer pending after its state was left', async () => {
  const { actor, clock, effects } = staged();
  clock.pass(8_000);
  expect(actor.getSnapshot().value).toBe('printerSilent');
  await expect(effects.settle({ source: 'printLabel' }, { answers: 'P-1' })).rejects.toThrow('pending: none');
});

test('an invoked machine runs for real, and its coverage counts under its own name', async () => {
  const { actor, clock, effects, recorder } = staged();
  await effects.settle({ source: 'printLabel' }, { answers: 'P-1' });
  actor.send({ type: 'parcel.given' });
  clock.pass(3_000);
  expect(actor.getSnapshot().value).toBe('taken');
  expect([...(recorder.taken.get('neighbour') ?? [])]).toEqual(['ringing -> after timeout']);
  const stored = groupTaken(parcel, 1, recorder.taken).map(({ flow, taken }) => [flow, taken.length]);
  expect(stored).toEqual([
    ['parcel', recorder.taken.get('parcel')?.size],
    ['neighbour', 1],
  ]);
});

test('a machine named in `whole` answers like a single call', async () => {
  const { actor, effects } = staged(['askNeighbour']);
  await effects.settle({ source: 'printLabel' }, { answers: 'P-1' });
  actor.send({ type: 'parcel.given' });
  await effects.settle({ source: 'askNeighbour', id: 'askNeighbour' }, { answers: { takenBy: null } });
  expect(actor.getSnapshot().value).toBe('printed');
});

test('the script can also run the effects of `provideEffects`', async () => {
  const effects = new ScriptedEffects(parcel);
  const actor = createActor(provideEffects(parcel, effects.run), { input: { weight: 900 } }).start();
  actor.send({ type: 'packing.requested', part: 'wrapped' });
  actor.send({ type: 'packing.requested', part: 'addressed' });
  expect(effects.pending).toMatchObject([{ source: 'printLabel', id: undefined }]);
  await effects.settle({ source: 'printLabel', id: 'printLabel' }, { throws: { kind: 'noAnswer' } });
  expect(actor.getSnapshot().value).toBe('printerSilent');
  actor.stop();
});
