/**
 * The machine of a decision tree (R §3, §4): each question is a state, each answer a transition, so that a diagram shows
 * them all. An answer to an earlier question truncates the later ones. It ends with a result and the transcript; the result
 * that refuses is shown instead, until an answer is changed.
 */
import { assign, setup } from 'xstate';
import {
  type Decision,
  type DecisionNode,
  type DecisionTranscript,
  type DecisionTree,
  isAnsweredAnew,
  positionAfter,
  validTranscript,
  withAnswerTo,
} from '#domain/decision-tree.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import type { FocusWanted } from './events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from './focus.ts';
import { type EntryEvent, notifyOfEntry } from './relay.ts';

/** What stands against going on: the question that is open has no answer (R §5). */
export type DecisionIssue = { readonly code: 'response.required' } & Issue;

export interface DecisionTreeInput {
  /** What was answered when the questions were left. */
  readonly transcript: DecisionTranscript;
}

/** How the questions ended. */
export interface DecisionTreeOutput<Result extends string = string> {
  readonly result: Result;
  readonly transcript: DecisionTranscript;
}

/** The event that the machine sends to its parent after each answer. */
export type DecisionTreeEvent = EntryEvent<'decision', DecisionTranscript>;

/** A question was answered; the name of the event begins with the question's id. */
export interface QuestionAnswered {
  readonly type: `${string}.answered`;
  readonly answer: string;
}

/** What a borrower does. */
type DecisionTreePressed = QuestionAnswered | { readonly type: 'continue.pressed' };

/** The answer that an event has. */
const answerIn = (event: DecisionTreePressed): string => ('answer' in event ? event.answer : '');

export interface DecisionTreeOptions<Tree extends DecisionTree> {
  /** The id of the machine. */
  readonly id: string;
  /** What is decided, as analysts read it. */
  readonly description: string;
  readonly tree: Tree;
  /** Results with which the parent goes on by itself: more is asked beside them. The machine does not end with them. */
  readonly openResults?: readonly string[];
}

/** The result that refuses: it is shown when the borrower continues, and does not end the questions. */
const REFUSAL = 'NotEligible';

/** What each answer to the open question leads to. */
function transitionsOf({ id, options }: DecisionNode) {
  return options.map((option) => ({
    guard: { type: 'isAnswer' as const, params: { answer: option.value } },
    target: option.endsFlow ? option.returns : option.nextNodeId,
    actions: [keepAnswerTo(id), 'notifyChanged' as const],
  }));
}

/** The action that keeps the answer to a question. */
const keepAnswerTo = (question: string) => ({
  type: 'keepAnswer' as const,
  params: ({ event }: { readonly event: DecisionTreePressed }): Decision => ({ question, answer: answerIn(event) }),
});

/** The state of an open question. */
const stateOf = (node: DecisionNode) => ({
  description: node.value,
  on: {
    [`${node.id}.answered`]: transitionsOf(node),
    'continue.pressed': {
      actions: [{ type: 'requireResponse' as const, params: { question: node.id } }, 'focusErrors' as const],
    },
  },
});

/** The machine that asks the questions of a tree. */
export function decisionTree<const Tree extends DecisionTree>(options: DecisionTreeOptions<Tree>) {
  const { id, description, tree, openResults = [] } = options;
  const [first] = tree;
  if (first === undefined) throw new Error('A decision tree needs a question');
  const results = [
    ...new Set(tree.flatMap((node) => node.options.flatMap((option) => (option.endsFlow ? [option.returns] : [])))),
  ];
  const places = [...tree.slice(1).map((node) => node.id), ...results];

  const resultOf = (result: string) => {
    if (result === REFUSAL) {
      return {
        description: 'The answers are complete; they do not allow it, which is not said before the borrower continues',
        on: { 'continue.pressed': 'refused' },
      };
    }
    if (openResults.includes(result)) {
      return { description: `The answers lead to ${result}; more is asked beside them before it is decided` };
    }
    return {
      description: `The answers are complete, and lead to ${result}`,
      on: { 'continue.pressed': 'decided' },
    };
  };

  return setup({
    types: {
      context: {} as {
        readonly transcript: DecisionTranscript;
        /** What the error panel lists: the open question, once the borrower wanted to continue without an answer. */
        readonly problems: readonly FieldProblem<DecisionIssue>[];
      },
      events: {} as DecisionTreePressed,
      input: {} as DecisionTreeInput,
      output: {} as DecisionTreeOutput,
      emitted: {} as FocusWanted,
      tags: {} as 'settled',
    },
    guards: {
      isAnswer: ({ event }, { answer }: { answer: string }) => answerIn(event) === answer,
      isAt: ({ context }, { place }: { place: string }) => {
        const { question, result } = positionAfter(tree, context.transcript);
        return (question?.id ?? result) === place;
      },
      isAnsweredAnew: ({ context: { transcript }, event }, { question }: { question: string }) =>
        isAnsweredAnew(tree, transcript, { question, answer: answerIn(event) }),
    },
    actions: {
      ...notifyOfEntry('decision', ({ transcript }: { transcript: DecisionTranscript }) => transcript),
      keepAnswer: assign(({ context }, decision: Decision) => ({
        transcript: withAnswerTo(tree, context.transcript, decision),
        problems: [],
      })),
      requireResponse: assign({
        problems: (_, { question }: { question: string }) => [
          { field: question, issue: { code: 'response.required' as const } },
        ],
      }),
      focusErrors: focus('errors', ERRORS_DELAY),
      focusNotice: focus('notice', NOTICE_DELAY),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => ({ transcript: validTranscript(tree, input.transcript), problems: [] }),
    output: ({ context: { transcript } }) => ({
      result: positionAfter(tree, transcript).result ?? REFUSAL,
      transcript,
    }),
    initial: 'resuming',
    // An earlier question is answered anew: the questions go on from there.
    on: Object.fromEntries(
      tree.map(({ id: question }) => [
        `${question}.answered`,
        {
          guard: { type: 'isAnsweredAnew' as const, params: { question } },
          target: '.resuming',
          actions: [keepAnswerTo(question), 'notifyChanged' as const],
        },
      ]),
    ),
    states: {
      ...Object.fromEntries(tree.map((node) => [node.id, stateOf(node)])),
      ...Object.fromEntries(results.map((result) => [result, resultOf(result)])),
      ...(results.includes(REFUSAL) && {
        refused: {
          description: 'The borrower is told that the answers do not allow it; an answer can be changed',
          entry: 'focusNotice' as const,
          on: { 'continue.pressed': { actions: 'focusNotice' as const } },
        },
      }),
      decided: { description: 'The result is there', type: 'final' as const },
      resuming: {
        description: 'The questions go on where they were left',
        always: [
          ...places.map((place) => ({ guard: { type: 'isAt' as const, params: { place } }, target: place })),
          { target: first.id },
        ],
      },
    },
  });
}
