/**
 * The visible questions of a decision tree: the answered ones and the open one. A new answer to an earlier question
 * removes the later questions (R §4).
 */
import { Fragment, type ReactNode } from 'react';
import { type DecisionTree, listShownQuestions, fieldsUnder } from '#domain/repayment/decision-tree.ts';
import type { decisionTree } from '#machines/repayment/decision-tree/decision-tree.machine.ts';
import { type FieldProblem, type RadioOption, RadioGroup, Stack } from '../../../ui/index.ts';

type Machine = ReturnType<typeof decisionTree>;

/** The running machine of the questions, as seen by its view. */
export interface RunningQuestions {
  readonly state: Pick<ReturnType<Machine['getInitialSnapshot']>, 'context'> & { readonly value: unknown };
  readonly send: (event: Parameters<Machine['transition']>[1]) => void;
}

/** Default message for a missing answer. */
const RESPONSE_REQUIRED = 'Response is required.';

const toOptions = (options: DecisionTree[number]['options']): readonly RadioOption<string>[] =>
  options.map(({ value, text }) => ({ value, label: text }));

/** Returns the problems of the questions for the error panel, with the friendly name of each question. */
export const questionErrors = (
  tree: DecisionTree,
  { state }: RunningQuestions,
  missing = RESPONSE_REQUIRED,
): readonly FieldProblem[] =>
  state.context.problems.map(({ field }) => ({
    field,
    label: tree.find(({ id }) => id === field)?.friendlyName ?? field,
    message: missing,
  }));

/** Returns whether the borrower was informed that the answers disqualify them. */
export const isRefused = (running: RunningQuestions | undefined): boolean => running?.state.value === 'refused';

export interface QuestionsProps {
  readonly tree: DecisionTree;
  readonly running: RunningQuestions;
  /** Message for a missing answer. */
  readonly missing?: string;
  /** Fields below answers, by name. */
  readonly fields?: Readonly<Record<string, ReactNode>>;
}

export function Questions({
  tree,
  running: { state, send },
  missing = RESPONSE_REQUIRED,
  fields = {},
}: QuestionsProps) {
  const { transcript, problems } = state.context;
  const requested = listShownQuestions(tree, transcript);
  const last = requested.at(-1);
  return (
    <Stack gap="large">
      {requested.map(({ id, value, options }) => (
        <Fragment key={id}>
          <RadioGroup
            name={id}
            legend={value}
            error={problems.some(({ field }) => field === id) ? missing : undefined}
            value={transcript.find(({ question }) => question === id)?.answer}
            options={toOptions(options)}
            onChange={(answer) => send({ type: `${id}.answered`, answer })}
          />
          {fieldsUnder(tree, transcript, id).map((name) => (
            <Fragment key={name}>{fields[name]}</Fragment>
          ))}
        </Fragment>
      ))}
      {/* Announces to screen readers that an answer changed the questions, and reads the new question (R §4). */}
      <div aria-live="polite" className="ui-sr">
        {transcript.length > 0 && last !== undefined && transcript.every(({ question }) => question !== last.id)
          ? `The radio options have changed. New question: ${last.value}`
          : ''}
      </div>
    </Stack>
  );
}
