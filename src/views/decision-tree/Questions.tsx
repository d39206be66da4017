/**
 * The questions of a decision tree as far as they are asked: those that were answered, and the open one. An earlier one can
 * be answered anew, which takes the later ones away (R §4).
 */
import { Fragment, type ReactNode } from 'react';
import { type DecisionTree, askedQuestions, fieldsUnder } from '#domain/decision-tree.ts';
import type { decisionTree } from '#machines/kit/decision-tree.machine.ts';
import { type FieldProblem, type RadioOption, RadioGroup, Stack } from '../../ui/index.ts';

type Machine = ReturnType<typeof decisionTree>;

/** The running machine of the questions, as its view sees it. */
export interface RunningQuestions {
  readonly state: Pick<ReturnType<Machine['getInitialSnapshot']>, 'context'> & { readonly value: unknown };
  readonly send: (event: Parameters<Machine['transition']>[1]) => void;
}

/** What is said where an answer is missing, unless the flow says it otherwise. */
const RESPONSE_REQUIRED = 'Response is required.';

const optionsOf = (options: DecisionTree[number]['options']): readonly RadioOption<string>[] =>
  options.map(({ value, text }) => ({ value, label: text }));

/** What stands in the error panel for the questions: each by its friendly name. */
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

/** Whether the borrower has been told that the answers do not allow it. */
export const isRefused = (running: RunningQuestions | undefined): boolean => running?.state.value === 'refused';

export interface QuestionsProps {
  readonly tree: DecisionTree;
  readonly running: RunningQuestions;
  /** What is said where an answer is missing. */
  readonly missing?: string;
  /** The fields that stand under answers, by their names. */
  readonly fields?: Readonly<Record<string, ReactNode>>;
}

export function Questions({
  tree,
  running: { state, send },
  missing = RESPONSE_REQUIRED,
  fields = {},
}: QuestionsProps) {
  const { transcript, problems } = state.context;
  const asked = askedQuestions(tree, transcript);
  const last = asked.at(-1);
  return (
    <Stack gap="large">
      {asked.map(({ id, value, options }) => (
        <Fragment key={id}>
          <RadioGroup
            name={id}
            legend={value}
            error={problems.some(({ field }) => field === id) ? missing : undefined}
            value={transcript.find(({ question }) => question === id)?.answer}
            options={optionsOf(options)}
            onChange={(answer) => send({ type: `${id}.answered`, answer })}
          />
          {fieldsUnder(tree, transcript, id).map((name) => (
            <Fragment key={name}>{fields[name]}</Fragment>
          ))}
        </Fragment>
      ))}
      {/* Tells screen readers that an answer changed the questions, and asks the new one (R §4). */}
      <div aria-live="polite" className="ui-sr">
        {transcript.length > 0 && last !== undefined
          ? `The radio options have changed. Questions shown: ${asked.length}. Last question: ${last.value}`
          : ''}
      </div>
    </Stack>
  );
}
