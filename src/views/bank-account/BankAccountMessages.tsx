/** The form of a new bank account, and what is said above it: that the bank could not be asked, and what is to be put right. */
import { bankFieldLabels, bankMessages } from '#domain/banking/messages.ts';
import type { bankAccount } from '#machines/bank-account/bank-account.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { FormNotice, formFields } from '../form/form-fields.tsx';

const notices = {
  couldNotVerify:
    'Your bank account could not be checked just now. Nothing was saved or paid. Please press Continue again.',
  couldNotSave:
    'Your bank account could not be saved just now. Please press Continue again, or continue without saving it.',
} as const;

/** The form of a new bank account. */
export const bankAccountForm = ({ state, send }: Running<typeof bankAccount>) =>
  formFields({
    form: state.context.form,
    send,
    labels: bankFieldLabels,
    messages: bankMessages,
    disabled: state.hasTag('busy'),
  });

export function BankAccountMessages(running: Running<typeof bankAccount>) {
  const { notice } = running.state.context;
  return (
    <>
      <FormNotice text={notice && notices[notice]} />
      {bankAccountForm(running).panel}
    </>
  );
}
