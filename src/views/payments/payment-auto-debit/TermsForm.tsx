/** Form to enroll an account in auto debit or to change its terms. */
import { accountName } from '#domain/account-name.ts';
import { autoDebitLabels, autoDebitMessages } from '#domain/payments/auto-debit/messages.ts';
import type { AutoDebitAccount } from '#domain/payments/auto-debit/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { autoDebit } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Form,
  Notice,
  Select,
  Stack,
  TextField,
  TextLink,
  useTextsToAgree,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { TermsCheckbox } from '../../repayment/postponement/TermsCheckbox.tsx';
import { methodName } from './AccountCard.tsx';
import { autoDebitChangeMessages } from './messages.ts';

/** Warns that a bill may be paid twice: by a payment that is scheduled and by auto debit. */
function PaidTwice({ sameBill, next }: Pick<AutoDebitAccount, 'sameBill' | 'next'>) {
  if (sameBill.length === 0 || next === null) return null;
  const scheduled = sameBill.map(
    ({ amount, effectiveDate }) => `${formatUsd(amount)} on ${formatUsDate(effectiveDate)}`,
  );
  return (
    <Notice kind="warning" heading="You may pay this bill twice">
      <p>
        {`You already scheduled ${scheduled.join(' and ')}. Auto debit will also draw ${formatUsd(next.amount)} on ${formatUsDate(next.draftDate)}, unless your payment has paid the bill by then. `}
        To pay only once, cancel the scheduled payment on{' '}
        <TextLink href="/payments/payment-activity">Payment Activity</TextLink>.
      </p>
    </Notice>
  );
}

export interface TermsFormProps extends Pick<ViewProps<typeof autoDebit>, 'state' | 'send'> {
  readonly isInFlight: boolean;
}

export function TermsForm({ state, send, isInFlight }: TermsFormProps) {
  const terms = useTextsToAgree('payments', ['auto-debit-authorization', 'insufficient-funds']);
  const { form, selected, methods } = state.context;
  const isBusy = !state.matches('enteringTerms');
  const { text, tick, panel } = formFields({
    form,
    send,
    labels: autoDebitLabels,
    messages: autoDebitMessages,
    disabled: isBusy,
  });
  if (selected === null) return null;
  const isOn = selected.status === 'on';
  return (
    <Stack gap="large">
      {terms.missing === null && panel}
      <PaidTwice {...selected} />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading={`${isOn ? 'Change auto debit' : 'Sign up for auto debit'}: ${accountName(selected)}`}>
          <Stack gap="large">
            {selected.next !== null && !isOn && (
              <p>
                {`Your first auto debit payment will be ${formatUsd(selected.next.amount)} on ${formatUsDate(selected.next.draftDate)}, plus any extra amount. If a payment is due before then, please make it yourself.`}
              </p>
            )}
            <Select
              {...text('profileId')}
              options={methods.map((method) => ({ value: method.profileId, label: methodName(method) }))}
            />
            <TextField
              {...text('extraAmount')}
              required={false}
              hint="We draw it with your payment. It doesn't advance your due date."
              inputMode="decimal"
              width="short"
              autoComplete="off"
            />
            {terms.missing ?? terms.shown}
            <TermsCheckbox terms={terms} field={tick('terms')} isBusy={isBusy} />
          </Stack>
        </Card>
        <ButtonRow>
          <Button
            type="submit"
            busy={isInFlight}
            busyText={autoDebitChangeMessages.sending}
            disabled={(isBusy && !isInFlight) || terms.missing !== null}
          >
            {isOn ? 'Save changes' : 'Sign up'}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'enroll.canceled' })}>
            Cancel
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
