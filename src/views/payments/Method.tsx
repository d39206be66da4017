/** The second step: from which bank account (Y §2.1, §4.3). */
import type { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import { accountTypeWords } from '#domain/payments/words.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Button, ButtonRow, type Column, Content, DataTable, Form, MaskedNumber } from '../../ui/index.ts';
import { BankAccountFields } from '../bank-account/BankAccountFields.tsx';
import { BankAccountMessages } from '../bank-account/BankAccountMessages.tsx';
import { VERIFYING } from '../bank-account/words.ts';
import { Step } from './Steps.tsx';

const columns: readonly Column<PaymentMethodProfile>[] = [
  { key: 'name', header: 'Nickname', names: true, cell: ({ profileName }) => profileName },
  { key: 'bank', header: 'Bank', cell: ({ bankName }) => bankName },
  { key: 'type', header: 'Type', cell: ({ accountTypeId }) => accountTypeWords[accountTypeId] },
  { key: 'routing', header: 'Routing Number', cell: ({ routingNumber }) => <MaskedNumber value={routingNumber} /> },
  { key: 'number', header: 'Account Number', cell: ({ accountNumber }) => <MaskedNumber value={accountNumber} /> },
];

export function Method({ state, send, children: { enterBankAccount } }: ViewProps<typeof payflow>) {
  const { method, methods } = state.context;
  if (method === null) return null;
  const isEntering = !state.matches({ choosingMethod: 'choosingSavedMethod' });
  const goOn = () => (isEntering ? enterBankAccount?.send : send)?.({ type: 'continue.pressed' });
  const isBusy = state.hasTag('busy');
  return (
    <Step current={1} context={state.context}>
      {enterBankAccount && <BankAccountMessages state={enterBankAccount.state} />}
      <Content section="payments" name="payment-method-intro" />
      <Form onSubmit={goOn}>
        {methods.length > 0 && (
          <DataTable
            caption="Saved payment methods"
            columns={columns}
            rows={methods}
            rowKey={({ profileId }) => profileId}
            selection={{
              name: 'methodId',
              header: 'Select',
              selected: method.values.methodId === '' ? undefined : method.values.methodId,
              onSelect: (value) => send({ type: 'field.entered', field: 'methodId', value }),
              label: ({ profileName }) => profileName,
            }}
          />
        )}
        {isEntering ? (
          enterBankAccount && <BankAccountFields {...enterBankAccount} />
        ) : (
          <ButtonRow>
            <Button variant="secondary" icon="add" onClick={() => send({ type: 'addMethod.chosen' })}>
              Add Payment Method
            </Button>
          </ButtonRow>
        )}
        <ButtonRow align="between">
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
          <Button type="submit" busy={isBusy} busyText={VERIFYING}>
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
