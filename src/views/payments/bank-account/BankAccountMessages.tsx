/** Form of a new bank account, and the messages above it: a failed bank verification, and invalid fields. */
import { bankFieldLabels, bankMessages } from '#domain/payments/banking/messages.ts';
import type { bankAccount } from '#machines/payments/bank-account/bank-account.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';

const notices = {
  couldNotVerify:
    "We couldn't check your bank account right now. Nothing was saved or paid. Please press Continue again.",
  couldNotSave:
    "We couldn't save your bank account right now. Please press Continue again, or continue without saving it.",
} as const;

/** The notices where the account is entered to be saved. */
const savingNotices = {
  couldNotVerify: "We couldn't check your bank account right now. Nothing was saved. Please try again.",
  couldNotSave: "We couldn't save your bank account right now. Please try again. We save it only once.",
} as const;

/** Returns the field props and the error panel of the form. */
export const bankAccountForm = ({ state, send }: Running<typeof bankAccount>) =>
  formFields({
    form: state.context.form,
    send,
    labels: bankFieldLabels,
    messages: bankMessages,
    disabled: state.hasTag('busy'),
  });

export function BankAccountMessages(running: Running<typeof bankAccount>) {
  const { notice, isToBeSaved } = running.state.context;
  const texts = isToBeSaved ? savingNotices : notices;
  return (
    <>
      <FormNotice text={notice && texts[notice]} />
      {bankAccountForm(running).panel}
    </>
  );
}
