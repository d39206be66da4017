/** The messages of auto debit. */
import { formatUsd } from '../../money.ts';
import type { Messages } from '../../issue.ts';
import { TERMS_LABEL, termsMessages } from '../../terms.ts';
import type { AutoDebitIssue } from './rules.ts';
import type { ChangeKind } from './shapes.ts';

export const autoDebitMessages: Messages<AutoDebitIssue> = {
  ...termsMessages,
  'method.required': () => 'Please choose a payment method.',
  'extra.format': () => 'Payment amount must be a valid dollar amount.',
  'extra.exceedsPayoff': ({ payoff }) => `Payment cannot exceed your account payoff amount of ${formatUsd(payoff)}.`,
};

/** The labels of the fields in the form and in the error panel. */
export const autoDebitLabels: Readonly<Record<string, string>> = {
  profileId: 'Payment method',
  extraAmount: 'Extra amount each month (optional)',
  terms: TERMS_LABEL,
};

export const changeKinds: Readonly<Record<ChangeKind, string>> = {
  enrolled: 'Enrolled',
  changed: 'Changed',
  stopped: 'Stopped',
  suspended: 'Suspended after your bank refused a draft twice',
};
