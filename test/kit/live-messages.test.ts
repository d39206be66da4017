/** The messages of a running portal to the flow workbench contain names only, never values. */
import { createInspector } from '@statelyai/inspect';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InspectionEvent, assign, createActor, emit, fromPromise, not, sendParent, setup } from 'xstate';
import {
  type LiveMessage,
  createLiveSender,
  createRefusalSender,
  liveMessage,
  stateNames,
} from 'xstate-workbench/model/live-messages';

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
    context: {} as { number: string; saved: string; byNumber: Record<string, string> },
    input: {} as { number: string },
    events: {} as { type: 'card.entered' | 'card.seen' | 'card.refused'; number: string } | { type: 'again' },
    emitted: {} as { type: 'said'; number: string },
  },
  guards: { isKnown: ({ context, event }) => 'number' in event && context.byNumber[event.number] !== undefined },
  actors: {
    child,
    save: fromPromise<{ number: string }, { number: string }>(({ input }) => Promise.resolve(input)),
    fail: fromPromise<void, { number: string }>(() => Promise.reject(new Error(SECRET))),
  },
}).createMachine({
  id: 'payment',
  // The definition that an inspector sends has this value.
  context: { number: SECRET, saved: SECRET, byNumber: { [SECRET]: SECRET } },
  initial: 'entering',
  states: {
    entering: {
      description: SECRET,
      tags: [SECRET],
      on: {
        'card.refused': { target: 'ended', guard: not('isKnown') },
        'card.entered': {
          target: 'asking',
          guard: 'isKnown',
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
  const send = (message: LiveMessage) => sent.push(message);
  const pass = createLiveSender('tab', send);
  const passRefusals = createRefusalSender('tab', send);
  const inspector = createInspector({
    send: (event) => {
      seen.push(event);
      pass(event);
    },
  });
  const actor = createActor(machine, {
    input: { number: SECRET },
    inspect: (event: InspectionEvent) => {
      passRefusals(event);
      inspector.inspect.next?.(event);
    },
  }).start();
  actor.send({ type: 'card.refused', number: SECRET });
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
    const names = {
      state: ['actor', 'flow', 'kind', 'status', 'value'],
      event: ['actor', 'flow', 'kind', 'type'],
      refusal: ['actor', 'flow', 'guard', 'kind', 'reads', 'type'],
    };
    for (const message of sent) expect(Object.keys(message).sort()).toEqual(names[message.kind]);
  });

  it('has the guard that was false, and the names of what it read', async () => {
    const { sent } = await run();
    const refusals = sent.filter(({ kind }) => kind === 'refusal');
    expect(refusals).toEqual([
      {
        kind: 'refusal',
        actor: expect.stringMatching(/^tab\./) as unknown,
        flow: 'payment',
        type: 'card.refused',
        guard: 'not isKnown',
        reads: ['event.number', 'byNumber'],
      },
    ]);
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
        kind: fc.constantFrom('state', 'event', 'refusal', 'other'),
        actor: fc.oneof(fc.constant('tab.x-1'), fc.anything()),
        flow: fc.oneof(fc.constant('payment'), fc.anything()),
        type: fc.oneof(fc.constant('card.entered'), fc.anything()),
        value: fc.oneof(fc.constant({ a: 'b' }), fc.anything()),
        status: fc.oneof(fc.constant('active'), fc.anything()),
        guard: fc.oneof(fc.constant('isOpen'), fc.constant('not isOpen'), fc.anything()),
        reads: fc.oneof(fc.constant(['amount']), fc.array(fc.anything()), fc.anything()),
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
        expect(['state', 'event', 'refusal']).toContain(kind);
        // A guard can consist of several guards.
        const { reads = [], guard, ...single }: { reads?: readonly string[]; guard?: string } = rest as never;
        const guards = guard?.split(/[ ()]/).filter(Boolean) ?? [];
        expect(guards.length > 0).toBe(kind === 'refusal');
        expect([actor, flow, ...reads, ...guards, ...Object.values(single)].every(isNames)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses guards and properties that are no names', () => {
    const message = {
      kind: 'refusal',
      actor: 'a',
      flow: 'b',
      type: 'c',
      guard: 'isA and (isB or not isC)',
      reads: ['d'],
    };
    expect(liveMessage(message)).toEqual(message);
    for (const part of [
      { guard: 'is 123-45-6789' },
      { guard: 7 },
      { guard: '' },
      { guard: ' ()' },
      { reads: ['123-45-6789'] },
      { reads: 'd' },
    ]) {
      expect(liveMessage({ ...message, ...part })).toBeUndefined();
    }
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
