/**
 * Machine of a decision tree (R §3, §4). Each question is a state and each answer a transition, so that the diagram
 * shows the whole tree. Changing the answer to an earlier question discards the later answers. The output is a result
 * and the transcript. The result `NotEligible` does not end the machine: it shows a notice until an answer changes. An
 * answer can ask for additional fields. They are shown beside the questions, are cleared when no answer asks for them,
 * and must be valid before the machine ends.
 */
import * as v from 'valibot';
import { assign, setup } from 'xstate';
import {
  type TreeDecision,
  type DecisionNode,
  type DecisionOption,
  type DecisionTranscript,
  type DecisionTree,
  listShownFields,
  isAnsweredAnew,
  positionAfter,
  resultsWithFields,
  validTranscript,
  withAnswerTo,
  withoutQuestions,
} from '#domain/repayment/decision-tree.ts';
import type { FieldProblem, Issue } from '#domain/issue.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withEvent } from '../../kit/params.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';

/** Values of the fields beside the questions, by field name. */
export type FieldValues = Readonly<Record<string, string>>;

/** Fields beside the questions of a tree. */
export interface DecisionFields {
  /** Initial values of all fields. */
  readonly empty: FieldValues;
  /** Returns the schema of each field. `facts` comes from the machine's input. */
  readonly entries: (facts: FieldValues, values: FieldValues) => Readonly<Record<string, v.GenericSchema>>;
  /** Returns the values after a change, with the values of dependent fields updated. */
  readonly deriveOnChange: (field: string, values: FieldValues) => FieldValues;
}

/** Validation error: the current question has no answer (R §5). */
export type DecisionIssue = { readonly code: 'response.required' } & Issue;

export interface DecisionTreeInput {
  /** Answers from an earlier visit. */
  readonly transcript: DecisionTranscript;
  /** Field values from an earlier visit, and the facts for validation; only if the tree has fields. */
  readonly fields?: { readonly values: FieldValues; readonly facts: FieldValues };
  /** Conditional questions that are not asked. */
  readonly leftOut?: readonly string[];
}

export interface DecisionTreeOutput<Result extends string = string> {
  readonly result: Result;
  readonly transcript: DecisionTranscript;
}

/** Event that the machine sends to its parent after each answer. */
export type DecisionTreeEvent = EntryEvent<'decision', DecisionTranscript>;

/** Event that the machine also sends if the tree has fields: after each answer and each change of a field. */
export type DecisionFieldsEvent = EntryEvent<'fields', FieldValues>;

/** Answer to a question. The event type starts with the question's id. */
export interface QuestionAnswered {
  readonly type: `${string}.answered`;
  readonly answer: string;
}

/** Events that a borrower causes. */
type DecisionTreePressed = QuestionAnswered | FormEvent | { readonly type: 'continue.pressed' };

/** Returns the answer of an event, or an empty string. */
const answerIn = (event: DecisionTreePressed): string => ('answer' in event ? event.answer : '');

export interface DecisionTreeOptions<Tree extends DecisionTree> {
  readonly id: string;
  /** Description of the decision, for analysts. */
  readonly description: string;
  readonly tree: Tree;
  /**
   * Results for which the parent machine asks further questions on the same screen. The machine does not end with them.
   */
  readonly openResults?: readonly string[];
  /** Fields that answers can ask for. */
  readonly fields?: DecisionFields;
}

interface Context {
  readonly transcript: DecisionTranscript;
  /** Contents of the error panel: the current question, after the borrower tried to continue without an answer. */
  readonly problems: readonly FieldProblem<DecisionIssue>[];
  readonly fields: Form<FieldValues>;
  /** Facts for the validation of the fields. */
  readonly facts: FieldValues;
  /** Conditional questions that are not asked. */
  readonly leftOut: readonly string[];
}

const WITHOUT_FIELDS: DecisionFields = { empty: {}, entries: () => ({}), deriveOnChange: (_, values) => values };

/** Creates the form of the fields that the current answers ask for. */
const fieldsForm = (tree: DecisionTree, { entries, deriveOnChange }: DecisionFields) =>
  createForm<FieldValues, Pick<Context, 'transcript' | 'facts'>>({
    schema: ({ transcript, facts }, values) => {
      const each = entries(facts, values);
      const requested = listShownFields(tree, transcript).flatMap((field) => {
        const entry = each[field];
        return entry === undefined ? [] : [[field, entry] as const];
      });
      return v.looseObject(Object.fromEntries(requested));
    },
    deriveOnChange,
  }).inMachine('fields', { data: (context: Context) => context });

/** Result for a borrower who is not eligible. It is shown when the borrower continues, and does not end the machine. */
const REFUSAL = 'NotEligible';

/** Returns the action that stores the answer to a question. */
const setAnswerTo = (question: string) => ({
  type: 'setAnswer' as const,
  params: ({ event }: { readonly event: DecisionTreePressed }): TreeDecision => ({ question, answer: answerIn(event) }),
});

/** Creates the machine that asks the questions of a tree. */
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

  /** Returns the tree without the questions that are left out. */
  const treeIn = ({ leftOut }: Pick<Context, 'leftOut'>): DecisionTree => withoutQuestions(tree, leftOut);

  /** Returns where an answer leads: to a question or result, or past a conditional question that is left out. */
  const toTransitions = ({ value: answer, ...next }: DecisionOption) => {
    const target = next.endsFlow ? next.returns : next.nextNodeId;
    const otherwise = tree.find(({ id: question }) => question === target)?.otherwise;
    return otherwise === undefined
      ? [{ target, params: { answer } }]
      : [
          { target, params: { answer, asking: target } },
          { target: otherwise, params: { answer } },
        ];
  };

  /** Returns the state of a question, with the transitions of its answers. */
  const createQuestionState = (node: DecisionNode) => ({
    description: node.value,
    on: {
      [`${node.id}.answered`]: node.options.flatMap(toTransitions).map(({ target, params }) => ({
        guard: { type: 'isAnswer' as const, params },
        target,
        actions: [setAnswerTo(node.id), ...notifyOfAnswer],
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

  const createResultState = (result: string) => {
    if (result === REFUSAL) {
      return {
        description:
          'All questions are answered and the borrower is not eligible; the screen says so only after Continue',
        on: { 'continue.pressed': 'refused' },
      };
    }
    if (openResults.includes(result)) {
      return {
        description: `The answers give ${result}; the parent machine asks further questions on the same screen`,
      };
    }
    return {
      description: `All questions are answered; the result is ${result}`,
      on: { 'continue.pressed': withFields.includes(result) ? form.onSubmit({ target: 'decided' }) : 'decided' },
    };
  };

  /**
   * Clears the fields that no answer asks for. Errors of the remaining fields show only after the borrower visits those
   * fields again.
   */
  const afterAnswer = (context: Context, decision: TreeDecision) => {
    const { facts } = context;
    const transcript = withAnswerTo(treeIn(context), context.transcript, decision);
    const requested = listShownFields(tree, transcript);
    const { values, touched } = context.fields;
    const remaining = Object.fromEntries(
      Object.entries(fields.empty).map(([name, empty]) => [
        name,
        requested.includes(name) ? (values[name] ?? empty) : empty,
      ]),
    );
    return {
      transcript,
      problems: [],
      fields: form.revalidated(
        { ...context.fields, touched: touched.filter((name) => requested.includes(name)), attempted: false },
        remaining,
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
      emitted: {} as FocusRequested,
      tags: {} as 'settled',
    },
    guards: {
      ...form.guards,
      isFieldShown: ({ context: { transcript } }, { field }: { field: string }) =>
        listShownFields(tree, transcript).includes(field),
      /** True for the answer, unless the question `asking` that follows is left out. */
      isAnswer: ({ context: { leftOut }, event }, { answer, asking = '' }: { answer: string; asking?: string }) =>
        answerIn(event) === answer && !leftOut.includes(asking),
      isAt: ({ context }, { place }: { place: string }) => {
        const { question, result } = positionAfter(treeIn(context), context.transcript);
        return (question?.id ?? result) === place;
      },
      isAnsweredAnew: ({ context, event }, { question }: { question: string }) =>
        isAnsweredAnew(treeIn(context), context.transcript, { question, answer: answerIn(event) }),
    },
    actions: {
      ...form.actions,
      notifyFieldsChanged: notifyOfEntry('fields', ({ fields: { values } }: Context) => values).notifyChanged,
      ...notifyOfEntry('decision', ({ transcript }: { transcript: DecisionTranscript }) => transcript),
      setAnswer: assign(({ context }, decision: TreeDecision) => afterAnswer(context, decision)),
      requireResponse: assign({
        problems: (_, { question }: { question: string }) => [
          { field: question, issue: { code: 'response.required' as const } },
        ],
      }),
      ...focusActions,
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => {
      const { values = fields.empty, facts = {} } = input.fields ?? {};
      const { leftOut = [] } = input;
      const transcript = validTranscript(treeIn({ leftOut }), input.transcript);
      return { transcript, problems: [], facts, leftOut, fields: form.start(values, { transcript, facts }) };
    },
    output: ({ context }) => ({
      result: positionAfter(treeIn(context), context.transcript).result ?? REFUSAL,
      transcript: context.transcript,
    }),
    initial: 'resuming',
    // Changing the answer to an earlier question continues the tree from there.
    on: {
      ...Object.fromEntries(
        tree.map(({ id: question }) => [
          `${question}.answered`,
          {
            guard: { type: 'isAnsweredAnew' as const, params: { question } },
            target: '.resuming',
            actions: [setAnswerTo(question), ...notifyOfAnswer],
          },
        ]),
      ),
      ...(hasFields && {
        'field.changed': { guard: withEvent('isFieldShown'), ...form.onChange('notifyFieldsChanged') },
        'field.left': { guard: withEvent('isFieldShown'), ...form.onLeave() },
      }),
    },
    states: {
      ...Object.fromEntries(tree.map((node) => [node.id, createQuestionState(node)])),
      ...Object.fromEntries(results.map((result) => [result, createResultState(result)])),
      ...(results.includes(REFUSAL) && {
        refused: {
          description: 'The screen says that the borrower is not eligible; the borrower can change an answer',
          entry: 'focusNotice' as const,
          on: { 'continue.pressed': { actions: 'focusNotice' as const } },
        },
      }),
      decided: { description: 'The questions are answered and the result is final', type: 'final' as const },
      resuming: {
        description: 'Returns to the question at which the borrower left',
        always: [
          ...places.map((place) => ({ guard: { type: 'isAt' as const, params: { place } }, target: place })),
          { target: first.id },
        ],
      },
    },
  });
}
