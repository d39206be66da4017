/**
 * Loads the facts for a payment (Y §7): the overview, the available dates and amounts due, the saved methods and the
 * business day. Also loads optional data for display: payments in process and special instructions.
 */
import type { PlainDate } from '#domain/calendar.ts';
import { content } from '#domain/portal/content/calls.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import { DEFAULT_ACCRUAL_END, parseAccrualEnd } from '#domain/payments/cutoff.ts';
import { specialInstructions, withoutPaid } from '#domain/payments/rules.ts';
import type {
  AvailableDates,
  BorrowerPayment,
  PaymentOverview,
  SavedMethod,
  ScheduledPayment,
  SpecialPaymentInstruction,
} from '#domain/payments/shapes.ts';
import { call, effects } from '../../kit/effect.ts';
import { loadParts } from '../../kit/load-parts.machine.ts';

/** Facts for a payment, and optional data for display. */
export interface PaymentData {
  readonly overview: PaymentOverview;
  readonly dates: AvailableDates;
  readonly payment: BorrowerPayment;
  readonly methods: readonly SavedMethod[];
  /** Business day. */
  readonly today: PlainDate;
  /** First day for which balances after the cutoff apply (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** Payments in process; empty if loading them failed. */
  readonly upcoming: readonly ScheduledPayment[];
  /** Special instructions for extra amounts; empty for a payer, or if loading them failed. */
  readonly instructions: readonly SpecialPaymentInstruction[];
}

export interface PaymentFactsInput {
  readonly role: Person['role'];
}

export const paymentFacts = loadParts<PaymentData, PaymentFactsInput>({
  id: 'paymentFacts',
  description: 'The facts for a payment load in parallel; the amounts due load after the dates',
  parts: (part) => ({
    overview: part(call(paymentReads.overview), { description: 'Whether auto debit is on' }),
    dates: part(call(paymentReads.availableDates), { description: 'Available payment dates' }),
    payment: part(call(paymentReads.borrowerPayment), {
      description: 'Amounts due for each account',
      after: ['dates'],
      select: withoutPaid,
    }),
    methods: part(call(paymentReads.methods), { description: 'Saved payment methods' }),
    today: part(effects['clock.today'], { description: 'Business day' }),
    accrualEnd: part(call(content.item), {
      description: 'First day for which balances after the cutoff apply (Y §4.2)',
      request: () => ({ params: { section: 'payments', name: 'interest-accrual-end-date' }, query: {} }),
      select: ({ data }) => parseAccrualEnd(data),
      default: DEFAULT_ACCRUAL_END,
    }),
    // A missing notice does not prevent a payment.
    upcoming: part(call(paymentReads.scheduled), {
      description: 'Payments in process, shown as a notice',
      default: [],
    }),
    instructions: part(call(paymentReads.specialInstructions), {
      description: 'Special payment instructions, shown to borrowers',
      when: ({ role }) => role === 'borrower',
      select: specialInstructions,
      default: [],
    }),
  }),
});
