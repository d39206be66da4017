/** The rules for a new bank account (Y §5.2, rulings 21, 39, 40, 57). Form and server use the same rules. */
import * as v from 'valibot';
import { type CallFailure, isRefusedWith } from '../../call.ts';
import { hasLetter, isSafeName, isSafeNameWithDigits } from '../../safe-text.ts';
import { type PlainIssue, validatedText } from '../../issue.ts';
import { normalizedText } from '../../typed-text.ts';
import type { BankAccountValues, BankValidationResult, ManagedMethod } from './shapes.ts';

export type BankIssue =
  | PlainIssue<'routing.required' | 'routing.length' | 'routing.notFound'>
  | PlainIssue<'accountNumber.required' | 'accountNumber.length' | 'accountNumber.notVerified'>
  | PlainIssue<'holder.required' | 'holder.format' | 'holder.noLetter'>
  | { code: 'holder.length'; min: number; max: number }
  | PlainIssue<'nickname.required' | 'nickname.format' | 'nickname.noLetter' | 'nickname.taken'>
  | { code: 'nickname.length'; min: number; max: number };

/** Inclusive bounds of a length in characters (ruling 2). */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The data that the form is validated against. */
export interface BankAccountDeps {
  readonly nameOnAccount: Bounds;
  readonly nickname: Bounds;
  /** The nicknames in use. */
  readonly nicknames: readonly string[];
  /** The server's response for a routing number; null before the first lookup. */
  readonly bank: { readonly routingNumber: string; readonly bankName: string | null } | null;
  /** The bank account that could not be verified; null if there is none. */
  readonly refused: { readonly routingNumber: string; readonly accountNumber: string } | null;
}

/** The maximum input lengths from the specification, in characters (Y §5.2, ruling 71). */
export const INPUT_MAXIMUM: Readonly<Partial<Record<keyof BankAccountValues, number>>> = {
  routingNumber: 9,
  accountHolder: 22,
  accountNickname: 27,
};

/** Returns whether `digits` are nine digits with a valid ABA checksum, and not all zeros (ruling 21). */
export function isAbaNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 10 === 0;
}

/** Returns whether a routing number has nine digits, which a bank lookup requires. */
export const isRoutingNumberWhole = (typed: string | boolean): boolean =>
  typeof typed === 'string' && /^\d{9}$/.test(normalizedText(typed));

/** Validates a routing number as typed. A number that the server knows no bank for counts as not found. */
export function validateRoutingNumber(typed: string, bank: BankAccountDeps['bank']): BankIssue | undefined {
  if (typed === '') return { code: 'routing.required' };
  if (!isRoutingNumberWhole(typed)) return { code: 'routing.length' };
  const isUnknown = bank !== null && bank.routingNumber === typed && bank.bankName === null;
  return isUnknown || !isAbaNumber(typed) ? { code: 'routing.notFound' } : undefined;
}

/** Validates an account number as typed: 4 to 17 digits. */
export function validateAccountNumber(typed: string): BankIssue | undefined {
  if (typed === '') return { code: 'accountNumber.required' };
  return /^\d{4,17}$/.test(typed) ? undefined : { code: 'accountNumber.length' };
}

const isLength = (text: string, { min, max }: Bounds): boolean => text.length >= min && text.length <= max;

/** Validates the name on the account: letters, at least one, spaces, hyphens, apostrophes and periods (ruling 39). */
export function validateNameOnAccount(typed: string, bounds: Bounds): BankIssue | undefined {
  const name = typed.trim();
  if (name === '') return { code: 'holder.required' };
  if (!isLength(name, bounds)) return { code: 'holder.length', ...bounds };
  if (!hasLetter(name)) return { code: isSafeNameWithDigits(name) ? 'holder.noLetter' : 'holder.format' };
  return isSafeName(name) ? undefined : { code: 'holder.format' };
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Validates a nickname (rulings 39, 57): a name, also with digits, that no other method has in any case. */
export function validateNickname(typed: string, bounds: Bounds, taken: readonly string[]): BankIssue | undefined {
  const name = typed.trim();
  if (name === '') return { code: 'nickname.required' };
  if (!isLength(name, bounds)) return { code: 'nickname.length', ...bounds };
  if (!isSafeNameWithDigits(name)) return { code: 'nickname.format' };
  if (!hasLetter(name)) return { code: 'nickname.noLetter' };
  return taken.some((other) => sameName(other, name)) ? { code: 'nickname.taken' } : undefined;
}

/** The data that another nickname is validated against. `nicknames` are those of the other saved accounts. */
export type NicknameDeps = Pick<BankAccountDeps, 'nickname' | 'nicknames'>;

/** Creates the schema of the form for another nickname. */
export const nicknameSchema = ({ nickname, nicknames }: NicknameDeps) =>
  v.looseObject({ accountNickname: validatedText((typed) => validateNickname(typed, nickname, nicknames)) });

/** Returns the nicknames of all saved accounts but one. */
export const otherNicknames = (
  methods: readonly Pick<ManagedMethod, 'profileId' | 'profileName'>[],
  profileId: string,
): readonly string[] =>
  methods.filter((method) => method.profileId !== profileId).map(({ profileName }) => profileName);

/** Returns whether a saved account can be removed: neither a scheduled payment nor auto debit may use it. */
export const isRemovable = (method: Pick<ManagedMethod, 'scheduledPayments' | 'autoDebitAccounts'>): boolean =>
  method.scheduledPayments.length === 0 && method.autoDebitAccounts.length === 0;

/** Creates the schema of the form. The nickname is validated only if "save" is checked (Y §5.2). */
export function bankAccountSchema(facts: BankAccountDeps, values: BankAccountValues) {
  const { refused } = facts;
  const isRefused = refused?.routingNumber === values.routingNumber && refused.accountNumber === values.accountNumber;
  const entries: Record<string, v.GenericSchema> = {
    routingNumber: validatedText((typed) => validateRoutingNumber(typed, facts.bank)),
    accountNumber: validatedText(
      (typed) => validateAccountNumber(typed) ?? (isRefused ? { code: 'accountNumber.notVerified' } : undefined),
    ),
    accountHolder: validatedText((typed) => validateNameOnAccount(typed, facts.nameOnAccount)),
    accountTypeId: v.picklist(['1', '2']),
  };
  if (values.savePaymentMethod) {
    entries['accountNickname'] = validatedText((typed) => validateNickname(typed, facts.nickname, facts.nicknames));
  }
  return v.looseObject(entries);
}

/** The initial values of the form: a checking account that is not saved (Y §5.2). */
export const startingBankAccount: BankAccountValues = {
  routingNumber: '',
  accountNumber: '',
  accountHolder: '',
  accountTypeId: '1',
  savePaymentMethod: false,
  accountNickname: '',
};

/** Returns the bank's name if the lookup was for this routing number. */
export const findBankName = (routingNumber: string, bank: BankAccountDeps['bank']): string | undefined =>
  bank?.routingNumber === routingNumber ? (bank.bankName ?? undefined) : undefined;

/** Returns the name of a new bank account as displayed: its nickname if saved, else the bank or the account holder. */
export function nameOfBankAccount(values: BankAccountValues, bank: BankAccountDeps['bank']): string {
  if (values.savePaymentMethod) return values.accountNickname.trim();
  return findBankName(values.routingNumber, bank) ?? values.accountHolder.trim();
}

/** Returns whether the server refused a save because the nickname is in use: the form has checked all other rules. */
export const isNicknameRefused = (failure: CallFailure): boolean => isRefusedWith(failure, 422);

/** Returns whether the bank confirmed the account. */
export const isVerified = (result: BankValidationResult): boolean => result.nachaValidationResult.isSuccessful;
