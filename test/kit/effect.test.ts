/** The placeholder actors of effects: the code that runs a machine handles the call or effect by its declaration. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { type OnProgress, defineCall } from '#domain/call.ts';
import { FileResponse, toFileResponse } from '#domain/file.ts';
import {
  type EffectHandlers,
  type MakeCall,
  call,
  callVersions,
  effects,
  getEffects,
  provideEffects,
  savedCall,
} from '#machines/kit/effect.ts';
import type { CallProgressed } from '#machines/kit/events.ts';
import { withEvent } from '#machines/kit/params.ts';
import { withAccess } from '#src/app/access/access-effects.ts';
import { createAccessMemory } from '#src/app/access/access-memory.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { flush } from '#test/support/scripted.ts';

const common = { method: 'POST', summary: '', access: ['borrower'], timeLimit: 'write', response: v.string() } as const;
const newer = defineCall({
  ...common,
  id: 'letters.send',
  path: 'letters/v2',
  body: v.strictObject({ to: v.string() }),
});
const older = defineCall({
  ...common,
  id: 'letters.sendV1',
  path: 'letters/v1',
  body: v.strictObject({ name: v.string() }),
});

type Letter = { body: { to: string } | { name: string } };

/** Returns the ids of the calls made to send a letter. */
async function callFor(letter: Letter): Promise<string[]> {
  const made: string[] = [];
  const machine = setup({
    types: { input: {} as Letter, context: {} as Letter },
    actors: { send: callVersions(newer, older) },
  }).createMachine({
    context: ({ input }) => input,
    invoke: { id: 'send', src: 'send', input: ({ context }) => context },
  });
  const run = createTestRunner({}, async ({ id }) => {
    made.push(id);
    return 'sent';
  });
  createActor(provideEffects(machine, run), { input: letter }).start();
  return made;
}

describe('an effect that is not a call', () => {
  it('is identified by the name of its declaration', () => {
    for (const [name, logic] of Object.entries(effects)) expect(getEffects(logic)).toEqual([{ kind: 'effect', name }]);
  });

  /** Runs a machine that requests an idempotency key with these effect handlers. */
  async function makeKey(handlers: Partial<EffectHandlers>): Promise<unknown> {
    const machine = setup({
      types: { context: {} as { key: string } },
      actors: { makeKey: effects['key.make'] },
      actions: { setKey: assign({ key: (_, key: string) => key }) },
    }).createMachine({
      context: { key: '' },
      invoke: {
        id: 'makeKey',
        src: 'makeKey',
        input: {},
        onDone: { actions: { type: 'setKey', params: ({ event }) => event.output } },
      },
    });
    const actor = createActor(provideEffects(machine, createTestRunner(handlers)));
    let thrown: unknown;
    actor.subscribe({ error: (error) => (thrown = error) });
    actor.start();
    await flush();
    return thrown ?? actor.getSnapshot().context.key;
  }

  it('is performed by its handler', async () => {
    expect(await makeKey({ 'key.make': () => 'a key' })).toBe('a key');
  });

  it('fails with its name in a test without a handler for it', async () => {
    expect(await makeKey({})).toEqual(new Error('No handler provided for key.make'));
  });
});

describe('a call whose file is saved', () => {
  const letter = toFileResponse('Letter.pdf', 'application/pdf', new Uint8Array([37]));
  const download = defineCall({
    ...common,
    method: 'GET',
    id: 'letters.pdf',
    path: 'letters/pdf',
    response: FileResponse,
  });

  /** Returns the saved files, and the state in which the machine ends. `isStopped` leaves before the file arrives. */
  async function savedBy(make: MakeCall, isStopped = false) {
    const saved: unknown[] = [];
    const machine = setup({ actors: { getPdf: savedCall(download) } }).createMachine({
      initial: 'gettingPdf',
      states: {
        gettingPdf: {
          on: { stopped: 'stopped' },
          invoke: { id: 'getPdf', src: 'getPdf', input: {}, onDone: 'saved', onError: 'failed' },
        },
        saved: {},
        failed: {},
        stopped: {},
      },
    });
    const handlers = { 'file.save': (file: FileResponse) => void saved.push(file) };
    const actor = createActor(provideEffects(machine, createTestRunner(handlers, make))).start();
    if (isStopped) actor.send({ type: 'stopped' });
    await flush();
    return { saved, state: actor.getSnapshot().value };
  }

  it('is done after the file was saved', async () => {
    expect(await savedBy(() => Promise.resolve(letter))).toEqual({ saved: [letter], state: 'saved' });
  });

  it('fails and saves nothing if the call fails', async () => {
    expect(await savedBy(() => Promise.reject(new Error('refused')))).toEqual({ saved: [], state: 'failed' });
  });

  it('saves nothing if it is stopped before the file arrives', async () => {
    expect(await savedBy(() => Promise.resolve(letter), true)).toEqual({ saved: [], state: 'stopped' });
  });
});

describe('a call with upload progress', () => {
  it('sends progress events to the invoking machine until it is stopped', async () => {
    const sending = setup({
      types: { context: {} as { percent: number }, events: {} as CallProgressed | { type: 'stopped' } },
      actors: { send: call(newer) },
      actions: { setPercent: assign({ percent: (_, percent: number) => percent }) },
    }).createMachine({
      context: { percent: 0 },
      on: { 'call.progressed': { actions: withEvent('setPercent', 'percent') } },
      initial: 'sending',
      states: {
        sending: { invoke: { id: 'send', src: 'send', input: { body: { to: 'Avery' } } }, on: { stopped: 'stopped' } },
        stopped: {},
      },
    });
    let hear: OnProgress = () => expect.fail('Nothing has been sent');
    // Layers between a machine and the client pass the callback on.
    const make: MakeCall = (_call, _request, _signal, onProgress = hear) => {
      hear = onProgress;
      return new Promise(() => undefined);
    };
    const runner = createTestRunner({}, make);
    const actor = createActor(
      provideEffects(
        sending,
        withAccess(runner, createAccessMemory(Object.create(null)), () => undefined),
      ),
    );
    actor.start();
    await flush();
    hear(45);
    expect(actor.getSnapshot().context.percent).toBe(45);
    actor.send({ type: 'stopped' });
    hear(60);
    expect(actor.getSnapshot().context.percent).toBe(45);
  });
});

describe('a call with several versions', () => {
  it("uses the version that matches the request's body", async () => {
    expect(await callFor({ body: { to: 'Avery' } })).toEqual(['letters.send']);
    expect(await callFor({ body: { name: 'Avery' } })).toEqual(['letters.sendV1']);
  });

  it('uses the latest version if the body is invalid, so that the server reports the errors', async () => {
    expect(await callFor({ body: { to: 'Avery', name: 'Avery' } })).toEqual(['letters.send']);
  });
});
