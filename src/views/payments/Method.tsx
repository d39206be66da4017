/** The second step: from which bank account (Y §2.1, §4.3). */
import { bankFieldWords, bankWords } from '#domain/banking/words.ts';
import type { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import { accountTypeWords } from '#domain/payments/words.ts';
import { say } from '#domain/verdict.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  Button,
  ButtonRow,
  type Column,
  Content,
  DataTable,
  ErrorPanel,
  Form,
  MaskedNumber,
  Notice,
} from '../../ui/index.ts';
import { BankAccount } from './BankAccount.tsx';
import { Step } from './Steps.tsx';

const columns: readonly Column<PaymentMethodProfile>[] = [
  { key: 'name', header: 'Nickname', names: true, cell: ({ profileName }) => profileName },
  { key: 'bank', header: 'Bank', cell: ({ bankName }) => bankName },
  { key: 'type', header: 'Type', cell: ({ accountTypeId }) => accountTypeWords[accountTypeId] },
  { key: 'number', header: 'Account', cell: ({ accountNumber }) => <MaskedNumber value={accountNumber} /> },
];

const remarks = {
  couldNotVerify:
    'Your bank account could not be checked just now. Nothing was saved or paid. Please press Continue again.',
  couldNotSave:
    'Your bank account could not be saved just now. Please press Continue again, or continue without saving it.',
} as const;

export function Method({ state, send }: ViewProps<typeof payflow>) {
  const { method, methods, bankAccount, remark } = state.context;
  if (method === null) return null;
  const isEntering = !state.matches({ choosingMethod: 'choosingSavedMethod' });
  const isBusy = state.hasTag('busy');
  return (
    <Step current={1}>
      {(remark === 'couldNotVerify' || remark === 'couldNotSave') && (
        <Notice kind="error" id="notice">
          <p>{remarks[remark]}</p>
        </Notice>
      )}
      {isEntering && (
        <ErrorPanel
          errors={(bankAccount?.panel ?? []).map(({ field, verdict }) => ({
            field,
            label: bankFieldWords[field] ?? field,
            message: say(bankWords, verdict),
          }))}
        />
      )}
      <Content section="payments" name="payment-method-intro" />
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
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
          <BankAccount state={state} send={send} />
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
          <Button type="submit" busy={isBusy} busyText="Verifying your bank account…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </Step>
  );
}
