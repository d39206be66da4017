/**
 * Step 3: the start date, the loans that the deferment covers, the cost from that day, and the terms (R §4, §5). The submission is idempotent.
 */
import type { ReactNode } from 'react';
import { defermentFieldLabels, defermentMessages } from '#domain/repayment/deferment/messages.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { formatUsDate } from '#domain/calendar.ts';
import type { deferment } from '#machines/repayment/deferment/deferment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Busy,
  Button,
  ButtonRow,
  Card,
  Content,
  DateField,
  Form,
  Notice,
  Stack,
  useTextsToAgree,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { ApplicationWithCost } from '../postponement/ApplicationWithCost.tsx';
import { LoansInDefault } from '../postponement/LoansInDefault.tsx';
import { TermsCheckbox } from '../postponement/TermsCheckbox.tsx';
import { applicationMessages } from '../postponement/messages.ts';
import { DefermentStep } from './Steps.tsx';

type Props = ViewProps<typeof deferment>;
type Running = NonNullable<Props['children']['apply']>;

interface PartProps {
  readonly apply: Running;
  /** Button that returns to the previous step. */
  readonly previous: ReactNode;
}

function ApplicationForm({ apply: { state, send, children }, previous }: PartProps) {
  const { form, groups, bounds, notice, qualification } = state.context;
  const isBusy = state.hasTag('busy');
  const terms = useTextsToAgree('deferment', ['terms']);
  const { text, tick, panel } = formFields({
    form,
    send,
    labels: defermentFieldLabels,
    messages: defermentMessages,
    disabled: isBusy,
  });
  return (
    <Form onSubmit={() => send({ type: 'submit.pressed' })}>
      <ApplicationWithCost
        name={applicationKindNames[qualification.defermentType]}
        loans={{ covered: groups?.eligibleGroups ?? [], notCovered: groups?.ineligibleGroups ?? [] }}
        notice={notice}
        submission={children.submitUnemployment ?? children.submitEconomicHardship ?? children.submitRehabilitation}
        hasCheckFailed={state.matches({ postponing: { application: 'outcomeCheckFailed' } })}
        onRetry={() => send({ type: 'retry.requested' })}
        cost={children.getCost}
        isCostStopped={state.matches({ postponing: { cost: { fromStart: 'costNotShown' } } })}
        panel={
          <>
            {terms.missing === null && panel}
            {bounds && (
              <Card>
                <DateField
                  {...text('startDate')}
                  hint={`MM/DD/YYYY, from ${formatUsDate(bounds.min)} to ${formatUsDate(bounds.max)}`}
                />
              </Card>
            )}
          </>
        }
      >
        <Card heading="Terms and Conditions" tone="quiet">
          {terms.missing ?? terms.shown}
        </Card>
        <TermsCheckbox terms={terms} field={tick('terms')} isBusy={isBusy} />
        <ButtonRow>
          {terms.missing === null && (
            <Button type="submit" busy={isBusy} busyText={applicationMessages.sending}>
              Submit Application
            </Button>
          )}
          {previous}
        </ButtonRow>
      </ApplicationWithCost>
    </Form>
  );
}

function Part({ apply, previous }: PartProps) {
  const { state, send } = apply;
  if (state.matches('gettingGroups')) {
    return (
      <>
        <Busy text="Loading your loans…" />
        <ButtonRow>{previous}</ButtonRow>
      </>
    );
  }
  if (state.matches('couldNotLoad')) {
    return (
      <>
        <CouldNotLoad send={send} />
        <ButtonRow>{previous}</ButtonRow>
      </>
    );
  }
  if (state.matches('noGroups')) {
    return (
      <>
        <Notice kind="warning" id="notice">
          <Content
            section="deferment"
            name="application-ineligible"
            fallbackWhileLoading
            fallback={<p>None of your loans qualify for this deferment.</p>}
          />
          <LoansInDefault groups={state.context.groups?.ineligibleGroups ?? []} />
        </Notice>
        <ButtonRow>{previous}</ButtonRow>
      </>
    );
  }
  return <ApplicationForm apply={apply} previous={previous} />;
}

export function Application({ state, send, children: { apply } }: Props) {
  const previous = (
    <Button
      variant="secondary"
      // The borrower cannot leave the step during a submission.
      disabled={!state.matches({ applying: 'entering' })}
      onClick={() => send({ type: 'previous.pressed' })}
    >
      Previous
    </Button>
  );
  return (
    <DefermentStep current={2}>
      <Stack gap="large">{apply && <Part apply={apply} previous={previous} />}</Stack>
    </DefermentStep>
  );
}
