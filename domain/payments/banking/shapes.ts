/** The types of the bank accounts that payments are drawn from (Y §3, §4.10, §5.2). */
import * as v from 'valibot';
import { AccountNumber } from '../../accounts/shapes.ts';
import { PlainDateFromWire } from '../../calendar.ts';
import { refuse } from '../../issue.ts';
import { MoneyFromWire } from '../../money.ts';
import { AccountTypeId, PaymentMethodProfile } from '../shapes.ts';
import { submissionOutcome } from '../../submission.ts';

/** A routing number: nine digits. The server looks up the bank. */
export const RoutingNumber = v.pipe(v.string(), v.regex(/^\d{9}$/, refuse({ code: 'routing.length' })));

const BankAccountNumber = v.pipe(v.string(), v.regex(/^\d{4,17}$/, refuse({ code: 'accountNumber.length' })));

/** A name in a new bank account. The form's rules validate it further (Y §5.2). */
const Name = v.pipe(v.string(), v.maxLength(100));

/** The name of a routing number's bank; null if unknown. */
export const BankName = v.object({ bankName: v.nullable(v.string()) });
export type BankName = v.InferOutput<typeof BankName>;

/** The verification of an account before its first use (Y §3). `serviceType` is always 0. */
export const BankValidation = v.strictObject({
  routingNumber: RoutingNumber,
  accountNumber: BankAccountNumber,
  accountTypeId: AccountTypeId,
  serviceType: v.literal(0),
  profileId: v.nullable(v.pipe(v.string(), v.maxLength(64))),
});
export const BankValidationResult = v.object({ nachaValidationResult: v.object({ isSuccessful: v.boolean() }) });
export type BankValidationResult = v.InferOutput<typeof BankValidationResult>;

/** A bank account to save. `isForPayment`: it is entered in Make a Payment, which asks for no password (Y §4.3). */
export const NewProfile = v.strictObject({
  profileName: Name,
  accountTypeId: AccountTypeId,
  accountNumber: BankAccountNumber,
  routingNumber: RoutingNumber,
  accountHolder: Name,
  isForPayment: v.exactOptional(v.literal(true)),
});
export const SavedProfile = v.object({ result: v.string() });

/** The id of a saved bank account. */
const ProfileId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A scheduled payment that is drawn from a saved bank account. */
const MethodPayment = v.object({
  paymentDetailId: v.string(),
  effectiveDate: PlainDateFromWire,
  sumOfPaymentAmount: MoneyFromWire,
});

/** A saved bank account with its uses, as listed on Payment Methods. */
export const ManagedMethod = v.object({
  ...PaymentMethodProfile.entries,
  /** The payments that have not been posted yet, the next one first. */
  scheduledPayments: v.array(MethodPayment),
  /** The loan accounts whose auto debit draws from it. */
  autoDebitAccounts: v.array(AccountNumber),
  /** Their display names; omitted by older servers. */
  autoDebitAccountNames: v.optional(v.array(v.string())),
});
export type ManagedMethod = v.InferOutput<typeof ManagedMethod>;

/** A change of a saved bank account: another nickname, or its removal. */
export const MethodChange = v.variant('change', [
  v.strictObject({ change: v.literal('rename'), profileId: ProfileId, profileName: Name }),
  v.strictObject({ change: v.literal('remove'), profileId: ProfileId }),
]);
export type MethodChange = v.InferOutput<typeof MethodChange>;

/** `result` is false if the account is no longer saved, or if a payment prevents its removal. */
export const MethodChangeAnswer = v.object({ result: v.boolean() });
export type MethodChangeAnswer = v.InferOutput<typeof MethodChangeAnswer>;

export const MethodChangeOutcome = submissionOutcome(MethodChangeAnswer, MethodChange);

/** The field of the form for another nickname. */
export interface NicknameValues {
  readonly accountNickname: string;
}

/** The fields of the form for a new bank account, as typed. The numbers stay in memory only. */
export interface BankAccountValues {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountHolder: string;
  readonly accountTypeId: '1' | '2';
  readonly savePaymentMethod: boolean;
  readonly accountNickname: string;
}

/** A bank account verified by the bank. Kept in memory only. */
export interface VerifiedBankAccount {
  readonly values: BankAccountValues;
  /** The bank's name; empty if unknown. */
  readonly bankName: string;
  /** The display name: the nickname if saved, otherwise the bank or the account holder. */
  readonly name: string;
  /** The id of the saved account; null if it was not saved. */
  readonly savedId: string | null;
}
