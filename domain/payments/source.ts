/** The bank account that a payment is drawn from, and how its numbers are shown (Y §2.1, §3). */
import type { BankAccountValues, VerifiedBankAccount } from './banking/shapes.ts';
import { findMethod } from './rules.ts';
import type { SavedMethod } from './shapes.ts';
import type { SubmitV2 } from './submission-shapes.ts';

/** The bank account that a payment is drawn from: a saved one by its id, with masked numbers, or a new one by its numbers. */
export interface PaymentSource extends Pick<
  SubmitV2,
  'methodId' | 'accountHolder' | 'accountNickname' | 'routingNumber' | 'accountNumber' | 'savePaymentMethod'
> {
  /** The bank's name; empty if unknown. */
  readonly institutionName: string;
  readonly accountTypeId: SubmitV2['paymentAccountTypeId'];
}

/** Masks a bank number: five asterisks and the last four digits (Y §2.1). */
export const maskedNumber = (number: string): string => `*****${number.slice(-4)}`;

/** Masks an e-mail address: its first character, five asterisks and its domain (Y §2.1). */
export const maskedEmail = (email: string): string => email.replace(/^(.?)[^@]*/u, '$1*****');

/** Converts a saved method to the source of a payment. */
export const sourceOfProfile = (profile: SavedMethod): PaymentSource => ({
  methodId: profile.profileId,
  accountHolder: profile.accountHolder,
  accountNickname: profile.profileName,
  routingNumber: profile.routingNumber,
  accountNumber: profile.accountNumber,
  institutionName: profile.bankName,
  accountTypeId: profile.accountTypeId,
  savePaymentMethod: false,
});

/** Returns a new bank account as the source of a payment; a saved account has its id in place of its numbers. */
export const sourceOfBankAccount = (
  values: BankAccountValues,
  bankName: string,
  savedId: string | null,
): PaymentSource => ({
  methodId: savedId,
  accountHolder: values.accountHolder.trim(),
  accountNickname: values.savePaymentMethod ? values.accountNickname.trim() : '',
  routingNumber: savedId === null ? values.routingNumber : maskedNumber(values.routingNumber),
  accountNumber: savedId === null ? values.accountNumber : maskedNumber(values.accountNumber),
  institutionName: bankName,
  accountTypeId: values.accountTypeId === '1' ? 1 : 2,
  savePaymentMethod: values.savePaymentMethod,
});

/** Returns the saved methods, with the verified new bank account, masked, if it was saved. */
export function withSaved<Method extends SavedMethod>(
  methods: readonly Method[],
  { values, bankName, savedId }: VerifiedBankAccount,
): readonly (Method | SavedMethod)[] {
  if (savedId === null) return methods;
  const saved: SavedMethod = {
    profileId: savedId,
    profileName: values.accountNickname.trim(),
    bankName,
    accountTypeId: values.accountTypeId === '1' ? 1 : 2,
    accountNumber: maskedNumber(values.accountNumber),
    routingNumber: maskedNumber(values.routingNumber),
    accountHolder: values.accountHolder.trim(),
  };
  return [...methods.filter(({ profileId }) => profileId !== savedId), saved];
}

/** The choice on the method step: the id of a saved method, or an empty id with a verified new bank account. */
export interface ChosenMethod {
  readonly methodId: string;
  readonly verified: VerifiedBankAccount | null;
}

/** Returns the chosen bank account and its name on review and receipt; undefined if there is none. */
export function chosenSource(
  { methodId, verified }: ChosenMethod,
  methods: readonly SavedMethod[],
): { readonly source: PaymentSource; readonly name: string } | undefined {
  const profile = findMethod(methods, methodId);
  if (profile !== undefined) return { source: sourceOfProfile(profile), name: profile.profileName };
  if (verified === null) return undefined;
  const { values, bankName, savedId, name } = verified;
  return { source: sourceOfBankAccount(values, bankName, savedId), name };
}
