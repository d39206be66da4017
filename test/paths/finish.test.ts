/** Tests of the liveness checks, on small flows that break each of them. */
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, setup } from 'xstate';
import submissionModel from '#machines/kit/submission.model.ts';
import type { FlowModel } from 'xstate-workbench/model';
import { abandonedSubmissions, forgottenSubmissions, otherEnds, unfinished } from '#test/support/finish.ts';

/** Returns a model of a machine in which these events can occur, with the parts that a test changes. */
const createModel = (
  machine: AnyStateMachine,
  events: readonly string[],
  more: Partial<FlowModel> = {},
): FlowModel => ({
  machine,
  inputs: { anybody: { input: undefined, then: {} } },
  events: events.map((type) => ({ event: { type }, then: {} })),
  outcomes: {},
  claims: {},
  ...more,
});

describe('a flow', () => {
  /** A person on the wrong path moves between two states forever. */
  const lost = createMachine({
    id: 'lost',
    initial: 'choosing',
    states: {
      choosing: { on: { 'right.chosen': 'arrived', 'wrong.chosen': 'astray' } },
      astray: { on: { 'on.pressed': 'furtherAstray' } },
      furtherAstray: { on: { 'back.pressed': 'astray' } },
      arrived: {},
    },
  });
  const EVENTS = ['right.chosen', 'wrong.chosen', 'on.pressed', 'back.pressed'];

  test('must be finished from every state, not only left', () => {
    const found = [...unfinished(createModel(lost, EVENTS, { finish: ['arrived'] }))];
    expect(found.map((each) => each.split(' ')[0])).toEqual(['furtherAstray', 'astray']);
    expect(found[1]).toContain('wrong.chosen -> astray');
    expect([...unfinished(createModel(lost, ['right.chosen'], { finish: ['arrived'] }))]).toEqual([]);
  });

  test('may end in final states without naming them', () => {
    const ending = createMachine({
      initial: 'on',
      states: { on: { on: { 'it.ended': 'over' } }, over: { type: 'final' } },
    });
    expect([...unfinished(createModel(ending, ['it.ended']))]).toEqual([]);
  });

  test('must name a finish that it reaches', () => {
    expect([...unfinished(createModel(lost, EVENTS))]).toEqual([
      'The model names no finish: name its states in finish',
    ]);
    expect([...unfinished(createModel(lost, ['right.chosen'], { finish: ['arrived', 'astray'] }))]).toEqual([
      'The flow never reaches its finish astray',
    ]);
  });

  test('that never ends must claim something in place of a finish', () => {
    const endless = 'a person on the wrong path stays there';
    const claims = { [endless]: { never: () => false, brokenBy: '' } };
    expect([...unfinished(createModel(lost, EVENTS, { endless, claims }))]).toEqual([]);
    expect([...unfinished(createModel(lost, EVENTS, { endless }))]).toEqual([
      `The flow never ends, and the model has no claim "${endless}" in its place`,
    ]);
    expect([...unfinished(createModel(lost, EVENTS, { endless, claims, finish: ['arrived'] }))]).toEqual([
      'The model declares the flow endless, but it ends: name its states in finish',
    ]);
  });
});

describe('a submission', () => {
  const { machine: submission } = submissionModel;

  /** Returns a flow that submits once. `escape` is the state to which a person can go before there is an answer. */
  const submitting = (escape: 'sent' | 'sending', afterError: 'sent' | 'checking'): FlowModel =>
    createModel(
      setup({ actors: { submit: submission } }).createMachine({
        id: 'submitting',
        initial: 'sending',
        states: {
          sending: {
            on: { 'away.requested': escape },
            invoke: {
              id: 'submit',
              src: 'submit',
              input: { body: {} },
              onDone: 'sent',
              onError: afterError,
            },
          },
          checking: { on: { 'retry.requested': 'sending' } },
          sent: { type: 'final' },
        },
      }),
      ['away.requested', 'retry.requested'],
      {
        outcomes: {
          submit: {
            'it never arrived': { answers: { result: 'neverArrived' }, then: {} },
            'it stops in error': { throws: { kind: 'noAnswer' }, then: {} },
          },
        },
        children: { submit: submissionModel },
      },
    );
  const paths = (given: FlowModel): string[] =>
    [...forgottenSubmissions(given)].map((each) => each.split('\n').at(-1) ?? '');

  test('is answered before the flow is finished', () => {
    expect(paths(submitting('sending', 'checking'))).toEqual([]);
    expect(paths(submitting('sent', 'checking'))).toEqual(['  away.requested -> sent']);
    expect(paths(submitting('sending', 'sent'))).toEqual(['  submit brings "it stops in error" -> sent']);
  });

  test('is not stopped by a machine that runs it', () => {
    expect(abandonedSubmissions(submitting('sending', 'checking'))).toEqual([]);
    const [found] = abandonedSubmissions(submitting('sent', 'checking'));
    expect(found).toContain('submit is stopped without an answer');
    expect(found).toContain('away.requested');
  });

  test('ends accepted, refused or never arrived', () => {
    expect([...otherEnds(submissionModel)]).toEqual([]);
    const names = ['accepted', 'refused', 'neverArrived', 'forgotten'];
    const states = Object.fromEntries(names.map((name) => [name, { type: 'final' as const }]));
    const other = createModel(createMachine({ initial: 'accepted', states }), []);
    expect([...otherEnds(other)]).toEqual(['A submission ends in forgotten']);
  });
});
