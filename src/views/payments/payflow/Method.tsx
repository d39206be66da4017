/** Step 2: the bank account (Y §2.1, §4.3). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { Button, ButtonRow, Content, Form, Notice } from '../../../ui/index.ts';
import { BankAccountMessages } from '../bank-account/BankAccountMessages.tsx';
import { VERIFYING } from '../bank-account/messages.ts';
import { MethodFields } from '../payment-method/MethodFields.tsx';
import { NothingWasPaid } from './Notices.tsx';
import { Step } from './Steps.tsx';

export function Method({ state, send, children: { chooseMethod } }: ViewProps<typeof payflow>) {
  const enterBankAccount = chooseMethod?.children.enterBankAccount;
  const isBusy = state.hasTag('busy');
  const { notice, mustReenterAccount } = state.context;
  return (
    <Step current={1} context={state.context}>
      {notice === 'nothingWasPaid' && <NothingWasPaid />}
      {mustReenterAccount && enterBankAccount && (
        <Notice kind="info">
          <p>For your safety we don't keep bank account numbers. Please enter it again.</p>
        </Notice>
      )}
      {enterBankAccount && <BankAccountMessages {...enterBankAccount} />}
      <Content section="payments" name="payment-method-intro" />
      <Form onSubmit={() => chooseMethod?.send({ type: 'continue.pressed' })}>
        {chooseMethod && <MethodFields {...chooseMethod} />}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={VERIFYING}>
            Continue
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
