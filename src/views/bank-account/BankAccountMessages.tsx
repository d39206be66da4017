/** What is said above the form for a new bank account: that the bank could not be asked, and what is to be put right. */
import { bankFieldWords, bankWords } from '#domain/banking/words.ts';
import { say } from '#domain/verdict.ts';
import type { bankAccount } from '#machines/bank-account/bank-account.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { ErrorPanel, Notice } from '../../ui/index.ts';

const notices = {
  couldNotVerify:
    'Your bank account could not be checked just now. Nothing was saved or paid. Please press Continue again.',
  couldNotSave:
    'Your bank account could not be saved just now. Please press Continue again, or continue without saving it.',
} as const;

export function BankAccountMessages({ state }: Pick<Running<typeof bankAccount>, 'state'>) {
  const { form, notice } = state.context;
  return (
    <>
      {notice !== null && (
        <Notice kind="error" id="notice">
          <p>{notices[notice]}</p>
        </Notice>
      )}
      <ErrorPanel
        errors={form.panel.map(({ field, verdict }) => ({
          field,
          label: bankFieldWords[field] ?? field,
          message: say(bankWords, verdict),
        }))}
      />
    </>
  );
}
