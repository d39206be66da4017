/** Step 1: the type of deferment, and the questions that determine eligibility (R §4). */
import {
  economicHardshipTree,
  rehabilitationTree,
  unemploymentTree,
} from '#domain/repayment/deferment/decision-trees.ts';
import { defermentFieldLabels, defermentMessages, incomeLimitText } from '#domain/repayment/deferment/messages.ts';
import { parseFamilySize } from '#domain/repayment/deferment/rules.ts';
import type { DefermentEligibility, DefermentType } from '#domain/repayment/deferment/shapes.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { getMessage } from '#domain/issue.ts';
import type { deferment } from '#machines/repayment/deferment/deferment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  ContentCard,
  ErrorPanel,
  Form,
  Notice,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts';
import { Questions, isRefused, questionErrors } from '../decision-tree/Questions.tsx';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';
import { DefermentStep } from './Steps.tsx';

type Running = NonNullable<ViewProps<typeof deferment>['children']['qualify']>;

const COULD_NOT_CHECK = "We couldn't check your income right now. Nothing you entered is lost. Please try again.";

/** Returns the questions of the selected type with the running machine. */
function findQuestions({ children }: Running) {
  const { askUnemployment, askRehabilitation, askEconomicHardship } = children;
  if (askUnemployment) return { tree: unemploymentTree, running: askUnemployment };
  if (askRehabilitation) return { tree: rehabilitationTree, running: askRehabilitation };
  return askEconomicHardship && { tree: economicHardshipTree, running: askEconomicHardship };
}

type Limits = DefermentEligibility['monthlyIncomeLimits'];

/** Returns the income limit for the family size as typed, or for one person; undefined if it is unknown. */
function limitText(limits: Limits = [], familySize: string): string | undefined {
  const size = parseFamilySize(familySize) ?? 1;
  const limit = limits[size - 1];
  return limit && incomeLimitText(limit, size);
}

/** Additional fields for an economic hardship that depends on income. */
function IncomeFields({ qualify: { state, send }, limits }: { qualify: Running; limits: Limits }) {
  const { text } = formFields({
    form: state.context.income,
    send,
    labels: defermentFieldLabels,
    messages: defermentMessages,
    disabled: state.hasTag('busy'),
  });
  return (
    <Card heading="Your family and your income">
      <Stack gap="large">
        <TextField
          {...text('familySize')}
          inputMode="numeric"
          width="short"
          hint="Count yourself, your spouse, and anyone who gets more than half of their support from you"
        />
        <TextField
          {...text('monthlyIncome')}
          inputMode="decimal"
          prefix="$"
          width="medium"
          hint={[
            'Before taxes and deductions, in whole dollars.',
            limitText(limits, state.context.income.values.familySize),
          ]
            .filter((line) => line !== undefined)
            .join(' ')}
        />
      </Stack>
    </Card>
  );
}

/** Notice that the draft is for another type than the URL requests. */
function OtherTypeStored({ requestedType, qualify }: { requestedType: DefermentType | null; qualify: Running }) {
  const { type, types } = qualify.state.context;
  const isOther = requestedType !== null && types.includes(requestedType) && type !== null && type !== requestedType;
  if (!isOther) return null;
  return (
    <Notice kind="info">
      <p>
        You have an unfinished application for the {applicationKindNames[type]}. To apply for the{' '}
        {applicationKindNames[requestedType]} instead, choose it below.
      </p>
    </Notice>
  );
}

export function Qualification({ state: flow, children: { qualify } }: ViewProps<typeof deferment>) {
  if (qualify === undefined) return null;
  const { state, send } = qualify;
  const { type, types, problems, income, notice } = state.context;
  const questions = findQuestions(qualify);
  const asksIncome = state.matches('economicHardship') && !state.matches({ economicHardship: 'choosingSituation' });
  const isBusy = state.hasTag('busy');
  // The additional fields belong to this machine, the questions to a child machine.
  const goOn = () =>
    questions === undefined || asksIncome
      ? send({ type: 'continue.pressed' })
      : questions.running.send({ type: 'continue.pressed' });
  const errors = [
    ...problems.map(({ field, issue }) => ({
      field,
      label: defermentFieldLabels[field] ?? field,
      message: getMessage(defermentMessages, issue),
    })),
    ...(questions ? questionErrors(questions.tree, questions.running) : []),
    ...income.panel.map(({ field, issue }) => ({
      field,
      label: defermentFieldLabels[field] ?? field,
      message: getMessage(defermentMessages, issue),
    })),
  ];
  return (
    <DefermentStep current={0} sidebar={<ContentCard section="deferment" name="qualification-sidebar" tone="quiet" />}>
      <Content section="deferment" name="qualification-intro" />
      <OtherTypeStored requestedType={flow.context.requestedType} qualify={qualify} />
      <FormNotice text={notice && COULD_NOT_CHECK} />
      {isRefused(questions?.running) && (
        <Notice kind="warning" id="notice">
          <Content
            section="deferment"
            name="not-eligible"
            fallbackWhileLoading
            fallback={<p>Based on your answers, you don't qualify for this deferment.</p>}
          />
        </Notice>
      )}
      {state.matches({ economicHardship: 'notQualified' }) && (
        <Notice kind="warning" id="notice">
          <Content
            section="deferment"
            name="not-qualified"
            fallbackWhileLoading
            fallback={<p>Your income is too high for an economic hardship deferment for a family of this size.</p>}
          />
        </Notice>
      )}
      <ErrorPanel errors={errors} />
      <Form onSubmit={goOn}>
        <Card>
          <Stack gap="large">
            <Select
              name="defermentType"
              label={defermentFieldLabels['defermentType'] ?? ''}
              value={type ?? ''}
              placeholder="Choose a type"
              options={types.map((each) => ({ value: each, label: applicationKindNames[each] }))}
              onChange={(value) => send({ type: 'type.chosen', value })}
              error={problems.length > 0 ? 'Response is required.' : undefined}
              disabled={isBusy}
            />
            {questions && <Questions {...questions} />}
          </Stack>
        </Card>
        {asksIncome && <IncomeFields qualify={qualify} limits={flow.context.facts?.eligibility.monthlyIncomeLimits} />}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Checking your income…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </DefermentStep>
  );
}
