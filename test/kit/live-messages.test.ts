/** The messages of a running portal to the flow workbench contain names only, never values. */
import { createInspector } from '@statelyai/inspect';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InspectionEvent, assign, createActor, emit, fromPromise, sendParent, setup } from 'xstate';
import { type LiveMessage, createLiveSender, liveMessage, stateNames } from 'xstate-workbench/model/live-messages';

/**
 * The value in every place where a machine can hold one. It looks like a name, so that only its place distinguishes it
 * from a name.
 */
const SECRET = 'Sullivan123';

const child = setup({
  types: {
    context: {} as { number: string },
    input: {} as { number: string },
    output: {} as { number: string },
    events: {} as { type: 'card.given'; number: string },
  },
}).createMachine({
  id: 'card',
  context: ({ input }) => input,
  output: ({ context }) => context,
  initial: 'asking',
  states: {
    asking: {
      meta: { secret: SECRET },
      on: { 'card.given': { target: 'given', actions: sendParent({ type: 'card.seen', number: SECRET }) } },
    },
    given: { type: 'final', output: { number: SECRET } },
  },
});

const machine = setup({
  types: {
    context: {} as { number: string; saved: string },
    input: {} as { number: string },
    events: {} as { type: 'card.entered' | 'card.seen'; number: string } | { type: 'again' },
    emitted: {} as { type: 'said'; number: string },
  },
  actors: {
    child,
    save: fromPromise<{ number: string }, { number: string }>(({ input }) => Promise.resolve(input)),
    fail: fromPromise<void, { number: string }>(() => Promise.reject(new Error(SECRET))),
  },
}).createMachine({
  id: 'payment',
  // The definition that an inspector sends has this value.
  context: { number: SECRET, saved: SECRET },
  initial: 'entering',
  states: {
    entering: {
      description: SECRET,
      tags: [SECRET],
      on: {
        'card.entered': {
          target: 'asking',
          actions: [
            assign({ number: ({ event }) => event.number }),
            emit(({ event }) => ({ type: 'said', number: event.number })),
          ],
        },
      },
    },
    asking: {
      invoke: { id: 'child', src: 'child', input: ({ context }) => ({ number: context.number }), onDone: 'saving' },
    },
    saving: {
      invoke: { id: 'save', src: 'save', input: { number: SECRET }, onDone: { target: 'failing' } },
    },
    failing: { invoke: { id: 'fail', src: 'fail', input: { number: SECRET }, onError: 'ended' } },
    ended: { type: 'final' },
  },
});

/** Runs the machine to its end, and returns the inspector's events and the messages sent. */
async function run(): Promise<{ readonly seen: readonly unknown[]; readonly sent: readonly LiveMessage[] }> {
  const seen: unknown[] = [];
  const sent: LiveMessage[] = [];
  const pass = createLiveSender('tab', (message) => sent.push(message));
  const inspector = createInspector({
    send: (event) => {
      seen.push(event);
      pass(event);
    },
  });
  const actor = createActor(machine, {
    input: { number: SECRET },
    inspect: (event: InspectionEvent) => inspector.inspect.next?.(event),
  }).start();
  actor.send({ type: 'card.entered', number: SECRET });
  actor.getSnapshot().children['child']?.send({ type: 'card.given', number: SECRET });
  await expect.poll(() => actor.getSnapshot().status).toBe('done');
  // The inspector sends when the thread is idle.
  await expect.poll(() => sent.at(-1)).toMatchObject({ kind: 'state', flow: 'payment', status: 'done' });
  return { seen, sent };
}

describe('the messages about a running machine', () => {
  it('has no value, although the inspector sends values of every kind', async () => {
    const { seen, sent } = await run();
    const withSecrets = seen.filter((event) => JSON.stringify(event).includes(SECRET));
    expect(withSecrets.length).toBeGreaterThan(5);
    expect(JSON.stringify(sent)).not.toContain(SECRET);
  });

  it('has the states and the events of the machine and of the one that it invokes', async () => {
    const { sent } = await run();
    const states = sent.flatMap((each) =>
      each.kind === 'state' ? [`${each.flow} ${JSON.stringify(each.value)}`] : [],
    );
    const events = sent.flatMap((each) => (each.kind === 'event' ? [`${each.flow} ${each.type}`] : []));
    expect(states).toEqual(
      expect.arrayContaining([
        'payment "entering"',
        'payment "asking"',
        'card "asking"',
        'card "given"',
        'payment "ended"',
      ]),
    );
    expect(events).toEqual(expect.arrayContaining(['payment card.entered', 'card card.given', 'payment card.seen']));
  });

  it('has no properties but those that are named', async () => {
    const { sent } = await run();
    for (const message of sent) {
      const names =
        message.kind === 'state' ? ['actor', 'flow', 'kind', 'status', 'value'] : ['actor', 'flow', 'kind', 'type'];
      expect(Object.keys(message).sort()).toEqual(names);
    }
  });
});

describe('a message', () => {
  it('is rebuilt from validated names, whatever arrives', () => {
    const name = /^[A-Za-z_$][\w$.:*#-]{0,99}$/;
    const isNames = (value: unknown): boolean =>
      typeof value === 'string'
        ? name.test(value)
        : Object.entries(Object(value)).every(([key, inner]) => name.test(key) && isNames(inner));
    const given = fc.record(
      {
        kind: fc.constantFrom('state', 'event', 'other'),
        actor: fc.oneof(fc.constant('tab.x-1'), fc.anything()),
        flow: fc.oneof(fc.constant('payment'), fc.anything()),
        type: fc.oneof(fc.constant('card.entered'), fc.anything()),
        value: fc.oneof(fc.constant({ a: 'b' }), fc.anything()),
        status: fc.oneof(fc.constant('active'), fc.anything()),
        context: fc.anything(),
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(given, (each) => {
        const message = liveMessage(each);
        if (message === undefined) return;
        expect(Object.keys(message)).not.toContain('context');
        const { kind, actor, flow, ...rest } = message;
        expect(['state', 'event']).toContain(kind);
        expect(Object.values({ actor, flow, ...rest }).every(isNames)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses state values that are no names', () => {
    expect(stateNames({ paying: { card: 'asking' }, help: 'closed' })).toEqual({
      paying: { card: 'asking' },
      help: 'closed',
    });
    const number = '123-45-6789';
    for (const value of [number, { paying: number }, { [number]: 'asking' }, ['asking'], 7, null, 'two words']) {
      expect(stateNames(value)).toBeUndefined();
    }
  });
});
