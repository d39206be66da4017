/**
 * Step 1: a series of questions, with fields for operation and dates below the answers that require them (R §4
 * Military).
 */
import {
  type DecisionTree,
  listShownQuestions,
  fieldsUnder,
  withoutQuestions,
} from '#domain/repayment/decision-tree.ts';
import { formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { getMessage } from '#domain/issue.ts';
import { militaryFieldLabels, militaryMessages, startAgainAfterDuty } from '#domain/repayment/military/messages.ts';
import { militaryTree } from '#domain/repayment/military/questions.ts';
import {
  toDateLimits,
  endBounds,
  startAgainAfter,
  startBounds,
  validateStart,
} from '#domain/repayment/military/rules.ts';
import type { DateLimits } from '#domain/repayment/military/shapes.ts';
import type { FieldValues } from '#machines/repayment/decision-tree/decision-tree.machine.ts';
import type { military } from '#machines/repayment/military/military.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, DateField, ErrorPanel, Form, TextField } from '../../../ui/index.ts';
import { Questions, questionErrors } from '../decision-tree/Questions.tsx';
import { formFields } from '../../kit/form/form-fields.tsx';
import { MilitaryStep } from './Steps.tsx';

type Props = ViewProps<typeof military>;

const MISSING = militaryMessages['field.required']({ code: 'field.required' });

/** The current questions with the running machine. */
interface Requested {
  readonly tree: DecisionTree;
  readonly running: NonNullable<Props['children']['ask']>;
}

const range = (min: Parameters<typeof formatUsDate>[0], max: typeof min): string =>
  `MM/DD/YYYY, from ${formatUsDate(min)} to ${formatUsDate(max)}`;

/** Returns the hint of the end date: the allowed range if the start date is valid, and the end of the deferment. */
function endHint({ startDate = '', endDate = '' }: FieldValues, facts: DateLimits, canPostpone: boolean): string {
  const start = parseUsDate(startDate);
  if (start === undefined || validateStart(startDate, facts) !== undefined) return 'MM/DD/YYYY';
  const { min, max } = endBounds(start, facts);
  const restart = canPostpone ? startAgainAfter({ startDate, endDate }, facts) : undefined;
  return restart === undefined ? range(min, max) : `${range(min, max)}. ${startAgainAfterDuty(restart)}`;
}

/** Returns the fields below the questions, by name. */
function createFields({ running }: Requested, facts: DateLimits, canPostpone: boolean) {
  const { fields } = running.state.context;
  const { text } = formFields({
    form: fields,
    send: running.send,
    labels: militaryFieldLabels,
    messages: militaryMessages,
  });
  const { min, max } = startBounds(facts);
  const field = (name: string) => ({ ...text(name), value: fields.values[name] ?? '' });
  return {
    operation: (
      <TextField {...field('operation')} hint="Enter the name in your orders, such as Operation Inherent Resolve" />
    ),
    startDate: <DateField {...field('startDate')} hint={range(min, max)} />,
    endDate: <DateField {...field('endDate')} hint={endHint(fields.values, facts, canPostpone)} />,
  };
}

/** Returns the errors in the order of the fields on the screen. */
function collectErrors({ tree, running }: Requested) {
  const { transcript, fields } = running.state.context;
  const ofQuestions = questionErrors(tree, running, MISSING);
  return listShownQuestions(tree, transcript).flatMap(({ id }) => [
    ...ofQuestions.filter(({ field }) => field === id),
    ...fieldsUnder(tree, transcript, id).flatMap((name) =>
      fields.panel
        .filter(({ field }) => field === name)
        .map(({ field, issue }) => ({
          field,
          label: militaryFieldLabels[field] ?? field,
          message: getMessage(militaryMessages, issue),
        })),
    ),
  ]);
}

export function Qualification({ state, children: { ask: running } }: Props) {
  const { facts } = state.context;
  if (running === undefined || facts === null) return null;
  const requested = { tree: withoutQuestions(militaryTree, running.state.context.leftOut), running };
  const dates = toDateLimits(facts.dates, facts.today);
  const canPostpone = facts.groups.eligibleGroups.length > 0;
  return (
    <MilitaryStep current={0} sidebar={1}>
      <Content section="militarybenefits" name="qualification-intro" />
      <ErrorPanel errors={collectErrors(requested)} />
      <Form onSubmit={() => requested.running.send({ type: 'continue.pressed' })}>
        <Card>
          <Questions {...requested} missing={MISSING} fields={createFields(requested, dates, canPostpone)} />
        </Card>
        <ButtonRow>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </MilitaryStep>
  );
}
