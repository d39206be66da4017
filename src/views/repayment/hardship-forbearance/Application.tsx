/** Step 2: the loans to postpone, the cost, and the terms (R §2, §5). The submission is idempotent. */
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { TERMS_LABEL, termsMessages } from '#domain/terms.ts';
import type { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Busy, Button, ButtonRow, Card, Dialog, Form, useTextsToAgree } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { ApplicationWithCost } from '../postponement/ApplicationWithCost.tsx';
import { TermsCheckbox } from '../postponement/TermsCheckbox.tsx';
import { applicationMessages } from '../postponement/messages.ts';
import { HardshipForbearanceStep } from './Steps.tsx';

type Props = ViewProps<typeof hardshipForbearance>;

interface PartProps {
  readonly apply: NonNullable<Props['children']['apply']>;
  readonly onPrevious: () => void;
}

function Making({ apply: { state, send, children }, onPrevious }: PartProps) {
  const { form, groups, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const texts = useTextsToAgree('forbearance', ['agreement', 'terms']);
  const [agreement, terms] = texts.shown;
  const { tick, panel } = formFields({
    form,
    send,
    labels: { terms: TERMS_LABEL },
    messages: termsMessages,
    disabled: isBusy,
  });
  const readTerms = (
    <Button variant="quiet" disabled={isBusy || !texts.isReadable} onClick={() => send({ type: 'terms.opened' })}>
      Read the Terms and Conditions
    </Button>
  );
  return (
    <>
      <ApplicationWithCost
        name={applicationKindNames.hardship}
        notice={notice}
        submission={children.submitHardship}
        hasCheckFailed={state.matches({ postponing: { application: 'outcomeCheckFailed' } })}
        onRetry={() => send({ type: 'retry.requested' })}
        cost={children.getCost}
        isCostStopped={state.matches({ postponing: { cost: 'costNotShown' } })}
        loans={{ covered: groups.eligibleGroups, notCovered: groups.ineligibleGroups }}
        panel={texts.missing === null && panel}
      >
        <Form onSubmit={() => send({ type: 'submit.pressed' })}>
          <Card heading="Your agreement" tone="quiet">
            {texts.missing ?? agreement}
          </Card>
          <TermsCheckbox terms={texts} field={{ ...tick('terms'), description: readTerms }} isBusy={isBusy} />
          <ButtonRow>
            {texts.missing === null && (
              <Button type="submit" busy={isBusy} busyText={applicationMessages.sending}>
                Continue
              </Button>
            )}
            <Button variant="secondary" disabled={isBusy} onClick={onPrevious}>
              Previous
            </Button>
          </ButtonRow>
        </Form>
      </ApplicationWithCost>
      {state.matches({ postponing: { application: { applying: 'readingTerms' } } }) && (
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

export function Application({ send, children: { apply } }: Props) {
  return (
    <HardshipForbearanceStep current={1}>
      {/* Without an application the flow leaves this step automatically. */}
      {apply === undefined ? (
        <Busy text="One moment…" />
      ) : (
        <Making apply={apply} onPrevious={() => send({ type: 'previous.pressed' })} />
      )}
    </HardshipForbearanceStep>
  );
}
