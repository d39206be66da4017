/** The choice of a method as a form of its own. A flow that shows more beside it puts the parts into its own form. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { paymentMethod } from '#machines/payment-method/payment-method.machine.ts';
import { Button, ButtonRow, Form, Stack } from '../../ui/index.ts';
import { BankAccountMessages } from '../bank-account/BankAccountMessages.tsx';
import { VERIFYING } from '../bank-account/words.ts';
import { MethodFields } from './MethodFields.tsx';

export function PaymentMethod(step: ViewProps<typeof paymentMethod>) {
  const { state, send, children } = step;
  return (
    <Stack gap="large">
      {children.enterBankAccount && <BankAccountMessages state={children.enterBankAccount.state} />}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <MethodFields {...step} />
        <ButtonRow align="end">
          <Button type="submit" busy={state.hasTag('busy')} busyText={VERIFYING}>
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
