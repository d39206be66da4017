/** The messages of bank account issues, as quoted in the specification (Y §5.2). */
import { isolated } from '../../isolated-text.ts';
import type { Messages } from '../../issue.ts';
import type { BankIssue } from './rules.ts';

export const bankMessages: Messages<BankIssue> = {
  'routing.required': () => 'Routing Number is required.',
  'routing.length': () => 'The routing number must have 9 digits.',
  'routing.notFound': () => 'The routing number cannot be found in our records.',
  'accountNumber.required': () => 'Account Number is required.',
  'accountNumber.length': () => 'The account number must have between 4 and 17 digits.',
  'accountNumber.notVerified': () =>
    "We couldn't successfully verify the account number you entered. Please correct and try again.",
  'holder.required': () => 'Name on Account is required.',
  'holder.length': ({ min, max }) => `The Name on Account must have between ${min} and ${max} characters.`,
  'holder.format': () => 'Invalid Format for Account Name',
  'holder.noLetter': () => 'Name must include at least one letter.',
  'nickname.required': () => 'Account Nickname is required',
  'nickname.length': ({ min, max }) => `The Account Nickname must have between ${min} and ${max} characters.`,
  'nickname.format': () => 'Invalid Format for Account Nickname',
  'nickname.noLetter': () => 'Name must include at least one letter.',
  'nickname.taken': () => 'The account nickname cannot match another payment method nickname.',
};

/** The labels of the fields in the form and in the error panel. */
export const bankFieldLabels: Readonly<Record<string, string>> = {
  routingNumber: 'Routing Number',
  accountNumber: 'Account Number',
  accountHolder: 'Name on Account',
  accountTypeId: 'Account Type',
  savePaymentMethod: 'Save this payment method',
  accountNickname: 'Account Nickname',
};

/** The screen reader announcement when an input reaches its maximum length (Y §5.2). */
export const limitReached = 'You have reached the maximum character limit.';

/** The results of a change on Payment Methods. `name` is the nickname of the account. */
export const methodMessages = {
  added: (name: string) => `You saved the payment method “${isolated(name)}”.`,
  notAdded: () => "The payment method wasn't saved. Please try again.",
  renamed: (name: string) => `You renamed the payment method to “${isolated(name)}”.`,
  notRenamed: (name: string) => `The payment method “${isolated(name)}” wasn't renamed. Please try again.`,
  removed: (name: string) => `You removed the payment method “${isolated(name)}”.`,
  notRemoved: (name: string) =>
    `The payment method “${isolated(name)}” wasn't removed. A payment may still use it: see the list below.`,
} as const;
