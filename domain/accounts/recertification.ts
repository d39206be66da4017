/** Missed income recertification: the payment becomes the permanent standard amount (ruling 100). */
import { type PlainDate, addDays, formatUsDate, later } from '../calendar.ts';
import { type Letter, toLetter } from '../letter.ts';
import { type Cents, allocate, formatUsd, sumCents } from '../money.ts';
import { isIbr } from '../plan-names.ts';
import { type BilledGroup, issueTo } from './bills.ts';
import { standardAmounts } from './ledger.ts';
import { type Changed, onlyGroup, toTermsRecord } from './pauses.ts';

/** The number of days before the date on which the borrower is reminded. */
const REMINDER_DAYS = 30;

/** The terms of a group on which recertification depends. */
export interface Recertified {
  readonly recertifyBy: PlainDate | null;
  readonly isPermanentStandard: boolean;
}

/** Returns the day from `from` on of the reminder, or of the change after the date; null if nothing is recertified. */
export function recertificationDay(
  { recertifyBy, isPermanentStandard }: Recertified,
  from: PlainDate,
): PlainDate | null {
  if (recertifyBy === null || isPermanentStandard) return null;
  return from > recertifyBy ? from : later(from, addDays(recertifyBy, -REMINDER_DAYS));
}

/** Amounts that determine the payment after a missed recertification. In cents, null if unknown. */
interface KnownAmounts {
  /** The 10-year standard amount of the day on which IBR was entered. */
  readonly ibrCap: Cents | null;
  /** The payment that the operator sets for RAP. */
  readonly missedPayment: Cents | null;
}

/** Returns the payment that the operator sets for a missed recertification; null for the standard amount (ruling 100). */
export const configuredPayment = ({
  plan,
  missedPayment,
}: Pick<BilledGroup, 'plan'> & Pick<KnownAmounts, 'missedPayment'>): Cents | null =>
  plan === 'RAP' ? missedPayment : null;

/**
 * Returns the group with its permanent standard amount from `day` on: the 10-year standard amount of the day on which IBR
 * was entered, or that of the balance on `day` if it is not known. No interest is capitalized, and issued bills do not
 * change.
 */
export function withPermanentStandard<G extends BilledGroup & Recertified & KnownAmounts>(
  before: G,
  day: PlainDate,
): Changed<G> {
  const group = issueTo(before, addDays(day, -1));
  const level = standardAmounts(group.loans, day);
  const cap = isIbr(group.plan) ? group.ibrCap : configuredPayment(group);
  const payments = cap === null ? level : allocate(cap, level);
  const loans = group.loans.map((loan, index) => ({ ...loan, monthlyPayment: payments[index] ?? loan.monthlyPayment }));
  const monthlyPayment = sumCents(loans.map((loan) => loan.monthlyPayment));
  const after = { ...group, loans, monthlyPayment, paymentSteps: null, isPermanentStandard: true };
  return { ...onlyGroup(after), terms: toTermsRecord(after, day, 'recertification') };
}

/** A group to recertify, with the payment that the operator sets if it is missed; null for the standard amount. */
export interface ToRecertify {
  readonly name: string;
  readonly payment: Cents | null;
}

/** Returns the reminder to recertify some groups by a date. */
export const recertificationReminder = (recertifyBy: PlainDate, groups: readonly ToRecertify[]): Letter =>
  toLetter(`Recertify your income by ${formatUsDate(recertifyBy)}`, [
    `Your payment depends on your income. Tell us your income again by ${formatUsDate(recertifyBy)} to keep it. This is for ${groups.map(({ name }) => name).join(', ')}.`,
    groups.every(({ payment }) => payment === null)
      ? 'If you miss this date, your payment changes to the standard amount on the next day. It can be higher.'
      : `If you miss this date, your payment changes on the next day: ${groups.map(({ name, payment }) => `${name} to ${payment === null ? 'the standard amount' : formatUsd(payment)}`).join(', ')}.`,
    'Repayment Options shows how to apply.',
  ]);

/** A group whose payment has changed. `firstDue` is the due date of its first bill; null if nothing is owed. */
export interface ChangedPayment {
  readonly name: string;
  readonly payment: Cents;
  /** Whether it is the permanent standard amount. */
  readonly isStandard: boolean;
  readonly firstDue: PlainDate | null;
}

/** Returns the letter about a missed recertification. */
export const missedRecertificationLetter = (recertifyBy: PlainDate, changed: readonly ChangedPayment[]): Letter =>
  toLetter(
    changed.some(({ isStandard }) => isStandard)
      ? 'Your payment has changed to the standard amount'
      : 'Your payment has changed',
    [
      `We didn't get your income by ${formatUsDate(recertifyBy)}, so your payment no longer depends on your income.`,
      ...changed.map(({ name, payment, firstDue }) => {
        const from = firstDue === null ? '' : `, first due on ${formatUsDate(firstDue)}`;
        return `${name}: your payment is ${formatUsd(payment)} a month${from}.`;
      }),
      'Bills that you already have stay as they are. No interest was added to your principal.',
      'You can apply for a payment based on your income again at any time. Repayment Options shows how.',
    ],
  );
