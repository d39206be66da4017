/** The saved methods, and the fields of a new bank account (Y §2.1, §4.3), for use in any form. */
import type { SavedMethod } from '#domain/payments/shapes.ts';
import { isolated } from '#domain/isolated-text.ts';
import { accountTypeLabels } from '#domain/payments/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { paymentMethod } from '#machines/payments/payment-method/payment-method.machine.ts';
import { Button, ButtonRow, type Column, DataTable, MaskedNumber } from '../../../ui/index.ts';
import { BankAccountFields } from '../bank-account/BankAccountFields.tsx';

const columns: readonly Column<SavedMethod>[] = [
  { key: 'name', header: 'Nickname', names: true, cell: ({ profileName }) => isolated(profileName) },
  { key: 'bank', header: 'Bank', cell: ({ bankName }) => bankName },
  { key: 'type', header: 'Type', cell: ({ accountTypeId }) => accountTypeLabels[accountTypeId] },
  { key: 'routing', header: 'Routing Number', cell: ({ routingNumber }) => <MaskedNumber value={routingNumber} /> },
  { key: 'number', header: 'Account Number', cell: ({ accountNumber }) => <MaskedNumber value={accountNumber} /> },
];

export function MethodFields({ state, send, children: { enterBankAccount } }: ViewProps<typeof paymentMethod>) {
  const { methodId, methods } = state.context;
  return (
    <>
      {methods.length > 0 && (
        <DataTable
          caption="Saved payment methods"
          columns={columns}
          rows={methods}
          rowKey={({ profileId }) => profileId}
          selection={{
            name: 'methodId',
            header: 'Select',
            selected: methodId === '' ? undefined : methodId,
            onSelect: (value) => send({ type: 'field.changed', field: 'methodId', value }),
            label: ({ profileName }) => isolated(profileName),
          }}
        />
      )}
      {state.matches('choosingSavedMethod') ? (
        <ButtonRow>
          <Button variant="secondary" icon="add" onClick={() => send({ type: 'addMethod.chosen' })}>
            Add Payment Method
          </Button>
        </ButtonRow>
      ) : (
        enterBankAccount && <BankAccountFields {...enterBankAccount} />
      )}
    </>
  );
}
