/** The third step: the changes, the exit payment of a borrower who leaves IBR, and the terms (R §2, §5). */
import { getPreferredName } from '#domain/plans/catalogue.ts';
import type { ExitPaymentChoice } from '#domain/repayment/term/application.ts';
import { interestAddedMessage, termLabels, termMessages } from '#domain/repayment/term/messages.ts';
import {
  changingPrograms,
  interestAdded,
  getMonthlyAmount,
  termPrograms,
  termTotalAmount,
} from '#domain/repayment/term/selection.ts';
import type { ExitPayment } from '#domain/repayment/term/shapes.ts';
import { TERMS_LABEL } from '#domain/terms.ts';
import type { termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  Dialog,
  Form,
  Money,
  RadioGroup,
  SummaryList,
  useTextsToAgree,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { PerMonth } from '../plans/Amounts.tsx';
import { ApplicationNotice } from '../postponement/ApplicationNotice.tsx';
import { TermsCheckbox } from '../postponement/TermsCheckbox.tsx';
import { applicationMessages } from '../postponement/messages.ts';
import { OutcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { TermRepaymentStep } from './Steps.tsx';

type Running = NonNullable<ViewProps<typeof termRepayment>['children']['apply']>;

interface PartProps {
  readonly apply: Running;
  readonly onPrevious: () => void;
}

/** The plan of each program under the application, and the total of all. */
function Summary({ context: { estimates, selection } }: Pick<Running['state'], 'context'>) {
  const changing = changingPrograms(estimates, selection).map(({ program }) => program);
  return (
    <Card heading="Your new payment">
      <SummaryList
        rows={[
          ...termPrograms(estimates).map((own) => ({
            label: termLabels[own.field],
            note: `${getPreferredName(selection[own.field])}${changing.includes(own.program) ? '' : ' (no change)'}`,
            value: <PerMonth amount={getMonthlyAmount(own, selection)} />,
            money: true,
          })),
          {
            label: 'Estimated total payment',
            value: <PerMonth amount={termTotalAmount(estimates, selection)} />,
            money: true,
            total: true,
          },
        ]}
      />
      {interestAdded(estimates, selection).map((added) => (
        <p key={String(added.isAfterExit)}>{interestAddedMessage(added)}</p>
      ))}
    </Card>
  );
}

const EXIT_LABELS: Readonly<Record<ExitPayment, string>> = {
  minimum: 'The lowest exit payment',
  currentIbr: 'Your current monthly IBR payment',
};

const exitOption = ({ choice, amount }: ExitPaymentChoice) => ({
  value: choice,
  label: <Money amount={amount} />,
  description: EXIT_LABELS[choice],
});

/** The exit payment and the agreement. */
function ApplicationForm({ apply: { state, send }, onPrevious }: PartProps) {
  const { form, choices } = state.context;
  const isBusy = state.hasTag('busy');
  const texts = useTextsToAgree('repayoptions', ['Term-Agreement', 'Term-Terms']);
  const [agreement, terms] = texts.shown;
  const fields = formFields({
    form,
    send,
    labels: { ...termLabels, terms: TERMS_LABEL },
    messages: termMessages,
    disabled: isBusy,
  });
  const { exitPayment } = form.values;
  const readTerms = (
    <Button variant="quiet" disabled={isBusy || !texts.isReadable} onClick={() => send({ type: 'terms.opened' })}>
      Read the Terms and Conditions
    </Button>
  );
  return (
    <>
      {texts.missing === null && fields.panel}
      <Summary context={state.context} />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        {choices.length > 0 && (
          <Card>
            <RadioGroup
              name="exitPayment"
              legend="Choose your one-time payment to leave IBR"
              hint={<Content section="repayoptions" name="IBR-Exit-Payment" />}
              error={fields.findError('exitPayment')}
              variant="card"
              value={exitPayment === '' ? undefined : exitPayment}
              options={choices.map((choice) => ({ ...exitOption(choice), disabled: isBusy }))}
              onChange={fields.onChange('exitPayment')}
            />
          </Card>
        )}
        <Card heading="Your agreement" tone="quiet">
          {texts.missing ?? agreement}
        </Card>
        <TermsCheckbox terms={texts} field={{ ...fields.tick('terms'), description: readTerms }} isBusy={isBusy} />
        <ButtonRow>
          {texts.missing === null && (
            <Button type="submit" busy={isBusy} busyText={applicationMessages.sending}>
              Submit
            </Button>
          )}
          <Button variant="secondary" disabled={isBusy} onClick={onPrevious}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
      {state.matches({ applying: 'readingTerms' }) && (
        <Dialog
          title={TERMS_LABEL}
          onDismiss={() => send({ type: 'terms.closed' })}
          actions={<Button onClick={() => send({ type: 'terms.closed' })}>Return to Application</Button>}
        >
          {terms}
        </Dialog>
      )}
    </>
  );
}

function Part(props: PartProps) {
  const { state, send, children } = props.apply;
  const { submitTerm } = children;
  const hasCheckFailed = state.matches('outcomeCheckFailed');
  const isUnknown = isOutcomeUnknown(submitTerm);
  return (
    <>
      <ApplicationNotice notice={state.context.notice} />
      {hasCheckFailed && (
        <OutcomeCheckFailed onRetry={() => send({ type: 'retry.requested' })} messages={applicationMessages} />
      )}
      {isUnknown && <OutcomeUnknown submission={submitTerm} messages={applicationMessages} />}
      {hasCheckFailed || isUnknown ? <Summary context={state.context} /> : <ApplicationForm {...props} />}
    </>
  );
}

export const Application = ({ send, children: { apply } }: ViewProps<typeof termRepayment>) => (
  <TermRepaymentStep step="Application">
    {apply && <Part apply={apply} onPrevious={() => send({ type: 'previous.pressed' })} />}
  </TermRepaymentStep>
);
