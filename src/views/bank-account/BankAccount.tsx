/** A new bank account as a form of its own. A flow that asks for more beside it puts the parts into its own form. */
import type { bankAccount } from '#machines/bank-account/bank-account.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { Button, ButtonRow, Form, Stack } from '../../ui/index.ts';
import { BankAccountFields } from './BankAccountFields.tsx';
import { BankAccountMessages } from './BankAccountMessages.tsx';
import { VERIFYING } from './words.ts';

export function BankAccount({ state, send }: Running<typeof bankAccount>) {
  return (
    <Stack gap="large">
      <BankAccountMessages state={state} />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <BankAccountFields state={state} send={send} />
        <ButtonRow align="end">
          <Button type="submit" busy={state.hasTag('busy')} busyText={VERIFYING}>
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}

/** It is verified: what comes next is shown by the flow that asked for it. */
export const BankAccountVerified = () => null;
