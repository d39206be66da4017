/** What the payment flow starts with, and what it remembers: answers of the person and facts of the server. */
import type { BankAccountFacts } from '#domain/banking/rules.ts';
import type { BankAccountValues } from '#domain/banking/shapes.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { PaymentDraft, PaymentRecord, ScheduleValues, SubmitAnswer } from '#domain/payments/shapes.ts';
import type { Form } from '../kit/form.ts';
import type { PaymentFacts } from '../payment-facts/payment-facts.machine.ts';

export interface PayflowInput {
  readonly person: Person;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  /** The browser's user-agent string, sent with the payment (Y §3). */
  readonly userAgent: string;
  /** The lengths that a name on account and a nickname may have. */
  readonly limits: Pick<BankAccountFacts, 'nameOnAccount' | 'nickname'>;
  /** What was kept of an unfinished payment in this tab. */
  readonly draft: PaymentDraft | null;
}

export interface PayflowContext extends PayflowInput, PaymentFacts {
  readonly schedule: Form<ScheduleValues> | null;
  /** The saved method that is chosen; an empty id stands for the new bank account. */
  readonly method: Form<{ methodId: string }> | null;
  /** The new bank account, in memory only. */
  readonly bankAccount: Form<BankAccountValues> | null;
  readonly bank: BankAccountFacts['bank'];
  readonly refusedAccount: BankAccountFacts['refused'];
  /** The id under which the new bank account was saved. */
  readonly savedMethodId: string | null;
  /** A nickname that the server refused because another method has it. */
  readonly takenNickname: string | null;
  readonly review: Form<{ terms: boolean }>;
  /** The steps that were completed by Continue and not changed since. */
  readonly completed: PaymentDraft['completed'];
  readonly submission: PaymentDraft['submission'];
  readonly answer: SubmitAnswer | null;
  readonly record: PaymentRecord | null;
  /** Said above the next screen. */
  readonly remark: 'nothingWasPaid' | 'couldNotVerify' | 'couldNotSave' | null;
}
