/** Answers to questions about machines so small that the answers are known by hand. */
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { createDefaultModel } from 'xstate-workbench/model/default-model';
import {
  answerClaim,
  answerQuestion,
  formatQuestion,
  listThings,
  parseQuestion,
} from 'xstate-workbench/model/questions';
import { takeRun } from 'xstate-workbench/model/run';
import { Simulator } from 'xstate-workbench/model/simulator';

const order = createMachine({
  id: 'order',
  initial: 'cart',
  states: {
    cart: { on: { NEXT: 'terms', EXPRESS: 'submitting' } },
    terms: { on: { ACCEPT: 'submitting', BACK: 'cart' } },
    submitting: { invoke: { src: 'submit', id: 'submit', onDone: 'received', onError: 'refused' } },
    refused: { on: { RETRY: 'submitting', GIVE_UP: 'lost' } },
    lost: { on: { WAIT: 'waiting' } },
    waiting: { after: { 500: 'lost' } },
    received: { type: 'final' },
    unused: {},
  },
});
const model = createDefaultModel(order);
const ask = (text: string) => answerQuestion(model, parseQuestion(text));

/** Returns the states of the path that an answer gives. */
function getPath(text: string): readonly unknown[] {
  const { steps, problem } = takeRun(new Simulator(model), ask(text).path?.run ?? []);
  expect(problem).toBeUndefined();
  return steps.map(({ state }) => state.snapshot.value);
}

describe('an answer', () => {
  it.each([
    ['can reach received', true],
    ['can reach unused', false],
    ['can reach received without terms', true],
    ['can reach received without event EXPRESS', true],
    ['can reach refused without call submit', false],
    ['can reach waiting without event submit: fails', false],
    ['never unused', true],
    ['never lost', false],
    ['always cart', false],
    ['submitting leads to received or refused', true],
    ['submitting leads to received or lost', true],
    ['submitting leads to received', false],
    ['event ACCEPT leads to call submit', true],
    ['terms leads to submitting', true],
    ['unused leads to received', true],
    ['submitting before received', true],
    ['terms before received', false],
    ['event RETRY before lost', false],
    ['refused before event 500 ms', true],
    ['can leave', false],
  ])('to “%s” is %s', (text, holds) => {
    expect(formatQuestion(parseQuestion(text))).toBe(text);
    expect(ask(text)).toMatchObject({ holds, states: 7, problems: [] });
  });

  it('has a shortest path that the simulation repeats', () => {
    expect(getPath('can reach received without event EXPRESS')).toEqual(['cart', 'terms', 'submitting', 'received']);
    expect(getPath('terms before received')).toEqual(['cart', 'submitting', 'received']);
    expect(getPath('submitting leads to received')).toEqual(['cart', 'submitting', 'refused', 'lost']);
    expect(getPath('can leave')).toEqual(['cart', 'submitting', 'refused', 'lost']);
    expect(getPath('always cart')).toEqual(['cart', 'terms']);
  });

  it('lists the states without a way out, and the steps before them', () => {
    expect(ask('can leave').list).toEqual(['lost', 'waiting']);
    expect(ask('what before lost').list).toEqual([
      'submitting',
      'call submit',
      'refused',
      'event submit: fails',
      'event GIVE_UP',
    ]);
    expect(ask('what before terms').list).toEqual(['event NEXT']);
    expect(ask('what before unused').list).toEqual([]);
  });

  it('counts a flow as left in its finish', () => {
    const finished = { ...model, finish: ['lost'] };
    expect(answerQuestion(finished, { kind: 'leave', things: [] })).toMatchObject({ holds: true });
  });

  it('is not proved where the machine breaks', () => {
    const fragile = createMachine({
      initial: 'a',
      states: {
        a: {
          on: {
            GO: {
              target: 'b',
              guard: () => {
                throw new Error('broken');
              },
            },
          },
        },
        b: {},
      },
    });
    const answer = answerQuestion(createDefaultModel(fragile), parseQuestion('never b'));
    expect(answer).toMatchObject({ holds: true, problems: [expect.stringContaining('broken')] });
  });
});

describe('a question', () => {
  it('needs a form that is known, and names that the flow has', () => {
    expect(() => parseQuestion('is received good')).toThrow("isn't a question");
    expect(() => ask('can reach recieved')).toThrow('The flow has no state “recieved”');
    expect(() => ask('always event NEXT')).toThrow('needs a state');
  });

  it('can name states, events, answers, delays and calls', () => {
    const names = listThings(model).map(({ kind, name }) => `${kind} ${name}`);
    expect(names).toEqual(
      expect.arrayContaining(['state lost', 'event NEXT', 'event submit: fails', 'event 500 ms', 'call submit']),
    );
  });
});

describe('a claim', () => {
  it('holds, or has a path against it', () => {
    const brokenBy = '';
    const check = (claim: object) => answerClaim(model, { brokenBy, ...claim } as never);
    expect(check({ never: (at: { isIn: (state: string) => boolean }) => at.isIn('unused') }).holds).toBe(true);
    expect(check({ never: (at: { isIn: (state: string) => boolean }) => at.isIn('refused') })).toMatchObject({
      holds: false,
      path: { run: [0, 1, expect.any(Number)] },
    });
    const reaching = (at: { isIn: (state: string) => boolean }) => at.isIn('received');
    expect(check({ reaching, needs: (by: { kind: string }) => by.kind === 'outcome' }).holds).toBe(true);
    expect(check({ reaching, needs: (by: { kind: string }) => by.kind === 'delay' }).holds).toBe(false);
    expect(check({ callsOnce: 'submit' }).holds).toBe(false);
    expect(check({ callsOnce: 'other' }).holds).toBe(true);
  });
});
