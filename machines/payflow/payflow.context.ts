/** What the payment flow starts with, and what it remembers: answers of the person and facts of the server. */
import type { BankAccountFacts } from '#domain/banking/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import type { Cents } from '#domain/money.ts';
import type { Cutoff } from '#domain/payments/rules.ts';
import type { PaymentDraft, PaymentRecord, ScheduleValues, SubmitAnswer } from '#domain/payments/shapes.ts';
import type { SubmissionResult } from '#domain/submission.ts';
import type { BankAccountEntry, VerifiedBankAccount } from '../bank-account/bank-account.machine.ts';
import type { Form } from '../kit/form.ts';
import type { PaymentFacts } from '../payment-facts/payment-facts.machine.ts';

/** How the submission of a payment ended. */
export type PaymentResult = SubmissionResult<SubmitAnswer, PaymentRecord>;

export interface PayflowInput {
  readonly person: Person;
  readonly payerRoleId: number;
  readonly paymentSourceTypeId: number;
  /** The browser's user-agent string, sent with the payment (Y §3). */
  readonly userAgent: string;
  /** The lengths that a name on account and a nickname may have. */
  readonly limits: Pick<BankAccountFacts, 'nameOnAccount' | 'nickname'>;
  /** In which form the payment is submitted (flag `isSubmitPaymentApiVersionV2`, Y §4.4). */
  readonly submitVersion: 1 | 2;
  /** Whether the newer sidebar stands beside the steps (flag `useNewPaymentSidebar`). */
  readonly hasNewSidebar: boolean;
  /** How close below the payoff an amount is close to it, in cents (ruling 17). */
  readonly nearPayoffRange: Cents;
  /** What was kept of an unfinished payment in this tab. */
  readonly draft: PaymentDraft | null;
}

export interface PayflowContext extends PayflowInput, PaymentFacts {
  /** What is owed after today's cutoff; null until a later day was chosen and it was fetched. */
  readonly cutoff: Cutoff | null;
  readonly schedule: Form<ScheduleValues> | null;
  /** Whether the borrower came back from a method that had been chosen (Y §4.3). */
  readonly methodPreserved: boolean;
  /** The saved method that is chosen; an empty id stands for the new bank account. */
  readonly method: Form<{ methodId: string }> | null;
  /** What has been typed of a new bank account, in memory only; null before anything was. */
  readonly bankAccount: BankAccountEntry | null;
  /** The new bank account once it is verified, in memory only; null as soon as something else is typed. */
  readonly verifiedAccount: VerifiedBankAccount | null;
  /** A nickname that the server refused because another method has it. */
  readonly takenNickname: string | null;
  readonly review: Form<{ terms: boolean }>;
  /** The steps that were completed by Continue and not changed since. */
  readonly completed: PaymentDraft['completed'];
  readonly submission: PaymentDraft['submission'];
  /** How the submission ended. */
  readonly result: PaymentResult | null;
  /** What was paid, as the receipt shows it. */
  readonly record: PaymentRecord | null;
  /** Said above the next screen. */
  readonly remark: 'nothingWasPaid' | null;
}
