/**
 * The machine of a decision tree (R §3, §4): each question is a state, each answer a transition, so that a diagram shows
 * them all. An answer to an earlier question truncates the later ones. It ends with a result and the transcript; the result
 * that refuses is shown instead, until an answer is changed. Fields may stand under answers: they are filled in beside the
 * questions, are emptied with the answers that ask for them, and have to be right before the machine ends.
 */
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import {
  type Decision,
  type DecisionNode,
  type DecisionTranscript,
  type DecisionTree,
  askedFields,
  isAnsweredAnew,
  positionAfter,
  resultsWithFields,
  validTranscript,
  withAnswerTo,
} from '#domain/decision-tree.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import type { FocusWanted } from './events.ts';
import { ERRORS_DELAY, NOTICE_DELAY, focus } from './focus.ts';
import type { Form, FormEvent } from './form.ts';
import { createForm } from './form-machine.ts';
import { withEvent } from './params.ts';
import { type EntryEvent, notifyOfEntry } from './relay.ts';

/** What was typed into the fields beside the questions, by the fields' names. */
export type FieldValues = Readonly<Record<string, string>>;

/** The fields beside the questions of a tree. */
export interface DecisionFields {
  /** Every field, with nothing typed. */
  readonly empty: FieldValues;
  /** The schema of each field. The facts are those that the machine was given. */
  readonly entries: (facts: FieldValues, values: FieldValues) => Readonly<Record<string, v.GenericSchema>>;
  /** What else changes when a field changes. */
  readonly deriveOnChange: (field: string, values: FieldValues) => FieldValues;
}

/** What stands against going on: the question that is open has no answer (R §5). */
export type DecisionIssue = { readonly code: 'response.required' } & Issue;

export interface DecisionTreeInput {
  /** What was answered when the questions were left. */
  readonly transcript: DecisionTranscript;
  /** What was typed into the fields then, and what they are validated against, where the tree has fields. */
  readonly fields?: { readonly values: FieldValues; readonly facts: FieldValues };
}

/** How the questions ended. */
export interface DecisionTreeOutput<Result extends string = string> {
  readonly result: Result;
  readonly transcript: DecisionTranscript;
}

/** The event that the machine sends to its parent after each answer. */
export type DecisionTreeEvent = EntryEvent<'decision', DecisionTranscript>;

/** The event that it sends as well where the tree has fields: after each answer, and whenever a field changes. */
export type DecisionFieldsEvent = EntryEvent<'fields', FieldValues>;

/** A question was answered; the name of the event begins with the question's id. */
export interface QuestionAnswered {
  readonly type: `${string}.answered`;
  readonly answer: string;
}

/** What a borrower does. */
type DecisionTreePressed = QuestionAnswered | FormEvent | { readonly type: 'continue.pressed' };

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
  /** The fields that stand under answers. */
  readonly fields?: DecisionFields;
}

interface Context {
  readonly transcript: DecisionTranscript;
  /** What the error panel lists: the open question, once the borrower wanted to continue without an answer. */
  readonly problems: readonly FieldProblem<DecisionIssue>[];
  readonly fields: Form<FieldValues>;
  /** What the fields are validated against. */
  readonly facts: FieldValues;
}

const WITHOUT_FIELDS: DecisionFields = { empty: {}, entries: () => ({}), deriveOnChange: (_, values) => values };

/** The form of the fields that the answers ask for. */
const fieldsForm = (tree: DecisionTree, { entries, deriveOnChange }: DecisionFields) =>
  createForm<FieldValues, Pick<Context, 'transcript' | 'facts'>>({
    schema: ({ transcript, facts }, values) => {
      const each = entries(facts, values);
      const asked = askedFields(tree, transcript).flatMap((field) => {
        const entry = each[field];
        return entry === undefined ? [] : [[field, entry] as const];
      });
      return v.looseObject(Object.fromEntries(asked));
    },
    deriveOnChange,
  }).inMachine('fields', { facts: (context: Context) => context, errorsDelay: ERRORS_DELAY });

/** The result that refuses: it is shown when the borrower continues, and does not end the questions. */
const REFUSAL = 'NotEligible';

/** The action that keeps the answer to a question. */
const keepAnswerTo = (question: string) => ({
  type: 'keepAnswer' as const,
  params: ({ event }: { readonly event: DecisionTreePressed }): Decision => ({ question, answer: answerIn(event) }),
});

/** The machine that asks the questions of a tree. */
export function decisionTree<const Tree extends DecisionTree>(options: DecisionTreeOptions<Tree>) {
  const { id, description, tree, openResults = [], fields = WITHOUT_FIELDS } = options;
  const [first] = tree;
  if (first === undefined) throw new Error('A decision tree needs a question');
  const results = [
    ...new Set(tree.flatMap((node) => node.options.flatMap((option) => (option.endsFlow ? [option.returns] : [])))),
  ];
  const form = fieldsForm(tree, fields);
  const withFields = resultsWithFields(tree);
  const hasFields = withFields.length > 0;
  const showFieldErrors = hasFields ? (['attemptFields'] as const) : [];
  const notifyOfAnswer = hasFields ? (['notifyChanged', 'notifyFieldsChanged'] as const) : (['notifyChanged'] as const);
  const places = [...tree.slice(1).map((node) => node.id), ...results];

  /** The state of an open question, with what each of its answers leads to. */
  const stateOf = (node: DecisionNode) => ({
    description: node.value,
    on: {
      [`${node.id}.answered`]: node.options.map((option) => ({
        guard: { type: 'isAnswer' as const, params: { answer: option.value } },
        target: option.endsFlow ? option.returns : option.nextNodeId,
        actions: [keepAnswerTo(node.id), ...notifyOfAnswer],
      })),
      'continue.pressed': {
        actions: [
          { type: 'requireResponse' as const, params: { question: node.id } },
          ...showFieldErrors,
          'focusErrors' as const,
        ],
      },
    },
  });

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
      on: { 'continue.pressed': withFields.includes(result) ? form.onSubmit({ target: 'decided' }) : 'decided' },
    };
  };

  /** Fields that the answers no longer ask for are emptied; errors of the others show only once they are looked at again. */
  const afterAnswer = (context: Context, decision: Decision) => {
    const { facts } = context;
    const transcript = withAnswerTo(tree, context.transcript, decision);
    const asked = askedFields(tree, transcript);
    const { values, touched } = context.fields;
    const kept = Object.fromEntries(
      Object.entries(fields.empty).map(([name, empty]) => [
        name,
        asked.includes(name) ? (values[name] ?? empty) : empty,
      ]),
    );
    return {
      transcript,
      problems: [],
      fields: form.revalidated(
        { ...context.fields, touched: touched.filter((name) => asked.includes(name)), attempted: false },
        kept,
        { transcript, facts },
      ),
    };
  };

  return setup({
    types: {
      context: {} as Context,
      events: {} as DecisionTreePressed,
      input: {} as DecisionTreeInput,
      output: {} as DecisionTreeOutput,
      emitted: {} as FocusWanted,
      tags: {} as 'settled',
    },
    guards: {
      ...form.guards,
      isFieldAsked: ({ context: { transcript } }, { field }: { field: string }) =>
        askedFields(tree, transcript).includes(field),
      isAnswer: ({ event }, { answer }: { answer: string }) => answerIn(event) === answer,
      isAt: ({ context }, { place }: { place: string }) => {
        const { question, result } = positionAfter(tree, context.transcript);
        return (question?.id ?? result) === place;
      },
      isAnsweredAnew: ({ context: { transcript }, event }, { question }: { question: string }) =>
        isAnsweredAnew(tree, transcript, { question, answer: answerIn(event) }),
    },
    actions: {
      ...form.actions,
      notifyFieldsChanged: notifyOfEntry('fields', ({ fields: { values } }: Context) => values).notifyChanged,
      ...notifyOfEntry('decision', ({ transcript }: { transcript: DecisionTranscript }) => transcript),
      keepAnswer: assign(({ context }, decision: Decision) => afterAnswer(context, decision)),
      requireResponse: assign({
        problems: (_, { question }: { question: string }) => [
          { field: question, issue: { code: 'response.required' as const } },
        ],
      }),
      focusNotice: focus('notice', NOTICE_DELAY),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => {
      const { values = fields.empty, facts = {} } = input.fields ?? {};
      const transcript = validTranscript(tree, input.transcript);
      return { transcript, problems: [], facts, fields: form.start(values, { transcript, facts }) };
    },
    output: ({ context: { transcript } }) => ({
      result: positionAfter(tree, transcript).result ?? REFUSAL,
      transcript,
    }),
    initial: 'resuming',
    // An earlier question is answered anew: the questions go on from there.
    on: {
      ...Object.fromEntries(
        tree.map(({ id: question }) => [
          `${question}.answered`,
          {
            guard: { type: 'isAnsweredAnew' as const, params: { question } },
            target: '.resuming',
            actions: [keepAnswerTo(question), ...notifyOfAnswer],
          },
        ]),
      ),
      ...(hasFields && {
        'field.changed': { guard: withEvent('isFieldAsked'), ...form.onChange('notifyFieldsChanged') },
        'field.left': { guard: withEvent('isFieldAsked'), ...form.onLeave() },
      }),
    },
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
