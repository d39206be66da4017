/** The second step: from which bank account (Y §2.1, §4.3). */
import { accountTypeWords, paymentWords } from '#domain/payments/words.ts';
import { say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, Content, EmptyState, ErrorPanel, Form, MaskedNumber, RadioGroup } from '../../ui/index.ts';
import { Step } from './Steps.tsx';

export function Method({ state, send }: ViewProps<typeof payflow>) {
  const { method, methods } = state.context;
  if (method === null) return null;
  const { values, errors, panel } = method;
  const error = errors['methodId'];
  return (
    <Step current={1}>
      <ErrorPanel
        errors={panel.map(({ field, verdict }) => ({
          field,
          label: 'Payment Method',
          message: say(paymentWords, verdict),
        }))}
      />
      <Content section="payments" name="payment-method-intro" />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        {methods.length === 0 ? (
          <EmptyState>There is no saved bank account to pay from.</EmptyState>
        ) : (
          <RadioGroup
            name="methodId"
            legend="Saved payment methods"
            variant="card"
            value={values.methodId === '' ? undefined : values.methodId}
            error={error === undefined ? undefined : say(paymentWords, error)}
            onChange={(value) => send({ type: 'field.entered', field: 'methodId', value })}
            options={methods.map((saved) => ({
              value: saved.profileId,
              label: saved.profileName,
              description: (
                <>
                  {saved.bankName}, {accountTypeWords[saved.accountTypeId]} <MaskedNumber value={saved.accountNumber} />
                </>
              ),
            }))}
          />
        )}
        <ButtonRow align="between">
          <Button variant="secondary" onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
          <Button type="submit">Continue</Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
