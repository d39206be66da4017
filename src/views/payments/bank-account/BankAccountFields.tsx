/** Fields of a new bank account (Y §2.1, §5.2), for use in any form. */
import { INPUT_MAXIMUM, findBankName } from '#domain/payments/banking/rules.ts';
import { bankFieldLabels, limitReached } from '#domain/payments/banking/messages.ts';
import { accountTypeLabels } from '#domain/payments/messages.ts';
import type { bankAccount } from '#machines/payments/bank-account/bank-account.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { Card, Checkbox, RadioGroup, Stack, TextField } from '../../../ui/index.ts';
import { bankAccountForm } from './BankAccountMessages.tsx';

type TextName = 'routingNumber' | 'accountNumber' | 'accountHolder' | 'accountNickname';

const isNumber = (field: TextName): boolean => field === 'routingNumber' || field === 'accountNumber';

const autoComplete: Partial<Record<TextName, string>> = { accountHolder: 'name' };

export function BankAccountFields(running: Running<typeof bankAccount>) {
  const { state } = running;
  const { form, bank, canSave, isToBeSaved } = state.context;
  const { values } = form;
  const fields = bankAccountForm(running);
  const isBusy = state.hasTag('busy');

  /** Returns the note below a field: the bank's name, or that the input maximum is reached (Y §5.2). */
  function findNote(field: TextName): string | undefined {
    if (field === 'routingNumber') return findBankName(values.routingNumber, bank);
    const max = INPUT_MAXIMUM[field];
    return max !== undefined && values[field].length >= max ? limitReached : fields.text(field).note;
  }

  const text = (field: TextName, hint?: string) => (
    <TextField
      {...fields.text(field)}
      hint={hint}
      maxLength={INPUT_MAXIMUM[field]}
      width="medium"
      inputMode={isNumber(field) ? 'numeric' : 'text'}
      isNumber={isNumber(field)}
      autoComplete={autoComplete[field] ?? 'off'}
      note={findNote(field)}
    />
  );

  return (
    <Card heading="Add Payment Method">
      <Stack gap="large">
        {text('routingNumber', 'The nine digits at the lower left of a check')}
        {text('accountNumber', '4 to 17 digits')}
        {text('accountHolder')}
        <RadioGroup
          name="accountTypeId"
          legend={bankFieldLabels['accountTypeId']}
          variant="inline"
          value={values.accountTypeId}
          options={[
            { value: '1', label: accountTypeLabels[1], disabled: isBusy },
            { value: '2', label: accountTypeLabels[2], disabled: isBusy },
          ]}
          onChange={fields.onChange('accountTypeId')}
        />
        {canSave && !isToBeSaved && <Checkbox {...fields.tick('savePaymentMethod')} />}
        {values.savePaymentMethod && text('accountNickname', 'For example: My Checking Account')}
      </Stack>
    </Card>
  );
}
