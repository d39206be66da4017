/**
 * The questions of a decision tree as far as they are asked: those that were answered, and the open one. An earlier one can
 * be answered anew, which takes the later ones away (R §4).
 */
import { type DecisionTree, askedQuestions } from '#domain/decision-tree.ts';
import type { decisionTree } from '#machines/kit/decision-tree.machine.ts';
import { type FieldProblem, type RadioOption, RadioGroup, Stack } from '../../ui/index.ts';

type Machine = ReturnType<typeof decisionTree>;

/** The running machine of the questions, as its view sees it. */
export interface RunningQuestions {
  readonly state: Pick<ReturnType<Machine['getInitialSnapshot']>, 'context'> & { readonly value: unknown };
  readonly send: (event: Parameters<Machine['transition']>[1]) => void;
}

const RESPONSE_REQUIRED = 'Response is required.';

const optionsOf = (options: DecisionTree[number]['options']): readonly RadioOption<string>[] =>
  options.map(({ value, text }) => ({ value, label: text }));

/** What stands in the error panel for the questions: each by its friendly name. */
export const questionErrors = (tree: DecisionTree, { state }: RunningQuestions): readonly FieldProblem[] =>
  state.context.problems.map(({ field }) => ({
    field,
    label: tree.find(({ id }) => id === field)?.friendlyName ?? field,
    message: RESPONSE_REQUIRED,
  }));

/** Whether the borrower has been told that the answers do not allow it. */
export const isRefused = (running: RunningQuestions | undefined): boolean => running?.state.value === 'refused';

export interface QuestionsProps {
  readonly tree: DecisionTree;
  readonly running: RunningQuestions;
}

export function Questions({ tree, running: { state, send } }: QuestionsProps) {
  const { transcript, problems } = state.context;
  const asked = askedQuestions(tree, transcript);
  const last = asked.at(-1);
  return (
    <Stack gap="large">
      {asked.map(({ id, value, options }) => (
        <RadioGroup
          key={id}
          name={id}
          legend={value}
          error={problems.some(({ field }) => field === id) ? RESPONSE_REQUIRED : undefined}
          value={transcript.find(({ question }) => question === id)?.answer}
          options={optionsOf(options)}
          onChange={(answer) => send({ type: `${id}.answered`, answer })}
        />
      ))}
      {/* Said to screen readers when an answer has changed what is asked. */}
      <div aria-live="polite" className="ui-sr">
        {transcript.length > 0 && last !== undefined
          ? `The radio options have changed. Questions shown: ${asked.length}. The last one is ${last.friendlyName}.`
          : ''}
      </div>
    </Stack>
  );
}
