/** The first step: a chain of questions, with the operation and the dates under the answers that ask for them (R §4 Military). */
import { askedQuestions, fieldsUnder } from '#domain/decision-tree.ts';
import { formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { messageOf } from '#domain/issue.ts';
import { militaryFieldLabels, militaryMessages } from '#domain/military/messages.ts';
import { militaryTree, militaryTreeWithoutHostilePay } from '#domain/military/questions.ts';
import { dateFactsOf, endBounds, startBounds, validateStart } from '#domain/military/rules.ts';
import type { DateFacts } from '#domain/military/shapes.ts';
import type { military } from '#machines/military/military.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, DateField, ErrorPanel, Form, TextField } from '../../ui/index.ts';
import { Questions, questionErrors } from '../decision-tree/Questions.tsx';
import { formFields } from '../form/form-fields.tsx';
import { Step } from './Steps.tsx';

type Props = ViewProps<typeof military>;

const MISSING = militaryMessages['field.required']({ code: 'field.required' });

/** The questions that are asked, with the machine that asks them. */
function questionsOf({ ask, askWithoutHostilePay }: Props['children']) {
  if (ask) return { tree: militaryTree, running: ask };
  return askWithoutHostilePay && { tree: militaryTreeWithoutHostilePay, running: askWithoutHostilePay };
}

type Asked = NonNullable<ReturnType<typeof questionsOf>>;

const range = (min: Parameters<typeof formatUsDate>[0], max: typeof min): string =>
  `MM/DD/YYYY, from ${formatUsDate(min)} to ${formatUsDate(max)}`;

/** What the end may be, once there is a start that is right. */
function endHint(typedStart: string, facts: DateFacts): string {
  const start = parseUsDate(typedStart);
  if (start === undefined || validateStart(typedStart, facts) !== undefined) return 'MM/DD/YYYY';
  const { min, max } = endBounds(start, facts);
  return range(min, max);
}

/** The fields beside the questions, by their names. */
function fieldsOf({ running }: Asked, facts: DateFacts) {
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
      <TextField {...field('operation')} hint="The name that your orders give it, such as Operation Inherent Resolve" />
    ),
    startDate: <DateField {...field('startDate')} hint={range(min, max)} />,
    endDate: <DateField {...field('endDate')} hint={endHint(fields.values['startDate'] ?? '', facts)} />,
  };
}

/** What is to be put right, in the order in which it stands on the screen. */
function errorsOf({ tree, running }: Asked) {
  const { transcript, fields } = running.state.context;
  const ofQuestions = questionErrors(tree, running, MISSING);
  return askedQuestions(tree, transcript).flatMap(({ id }) => [
    ...ofQuestions.filter(({ field }) => field === id),
    ...fieldsUnder(tree, transcript, id).flatMap((name) =>
      fields.panel
        .filter(({ field }) => field === name)
        .map(({ field, issue }) => ({
          field,
          label: militaryFieldLabels[field] ?? field,
          message: messageOf(militaryMessages, issue),
        })),
    ),
  ]);
}

export function Qualification({ state, children }: Props) {
  const { facts } = state.context;
  const asked = questionsOf(children);
  if (asked === undefined || facts === null) return null;
  return (
    <Step current={0} sidebar={1}>
      <Content section="militarybenefits" name="qualification-intro" />
      <ErrorPanel errors={errorsOf(asked)} />
      <Form onSubmit={() => asked.running.send({ type: 'continue.pressed' })}>
        <Card>
          <Questions {...asked} missing={MISSING} fields={fieldsOf(asked, dateFactsOf(facts.dates, facts.today))} />
        </Card>
        <ButtonRow>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
