/**
 * What a payment is made from (Y §7): the overview, the days that are offered and what is due, the saved methods, today;
 * and what is shown beside it: payments under way, special instructions. What is only shown may be missing.
 */
import type { PlainDate } from '#domain/calendar.ts';
import { content } from '#domain/content/calls.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { payments } from '#domain/payments/calls.ts';
import { DEFAULT_ACCRUAL_END, accrualEndOf } from '#domain/payments/cutoff.ts';
import { specialInstructions } from '#domain/payments/rules.ts';
import type {
  AvailableDates,
  BorrowerPayment,
  PaymentOverview,
  SavedMethod,
  ScheduledPayment,
  SpecialPaymentInstruction,
} from '#domain/payments/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import { loadParts } from '../kit/load-parts.machine.ts';

/** What a payment is made from, and what is shown beside it. */
export interface PaymentFacts {
  readonly overview: PaymentOverview;
  readonly dates: AvailableDates;
  readonly payment: BorrowerPayment;
  readonly methods: readonly SavedMethod[];
  /** The business day. */
  readonly today: PlainDate;
  /** From which day balances after the cutoff count (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** Payments that are under way already; none where they could not be fetched. */
  readonly upcoming: readonly ScheduledPayment[];
  /** Where extra money goes by special instruction; none for a payer, or where they could not be fetched. */
  readonly instructions: readonly SpecialPaymentInstruction[];
}

export interface PaymentFactsInput {
  readonly role: Person['role'];
}

export const paymentFacts = loadParts<PaymentFacts, PaymentFactsInput>({
  id: 'paymentFacts',
  description: 'What a payment is made from is fetched: all questions at once, what is due after the days',
  parts: (part) => ({
    overview: part(call(payments.overview), { description: 'Whether auto debit is on' }),
    dates: part(call(payments.availableDates), { description: 'The days on which a payment may be made' }),
    payment: part(call(payments.borrowerPayment), { description: 'What is due on each account', after: ['dates'] }),
    methods: part(call(payments.methods), { description: 'The saved payment methods' }),
    today: part(effects['clock.today'], { description: 'The business day' }),
    accrualEnd: part(call(content.item), {
      description: 'From which day balances after the cutoff count (Y §4.2)',
      request: () => ({ params: { section: 'payments', name: 'interest-accrual-end-date' }, query: {} }),
      keep: ({ data }) => accrualEndOf(data),
      default: DEFAULT_ACCRUAL_END,
    }),
    // Nobody is kept from paying because a notice is missing.
    upcoming: part(call(payments.scheduled), {
      description: 'Payments that are under way already, shown as a notice',
      default: [],
    }),
    instructions: part(call(payments.specialInstructions), {
      description: 'Special payment instructions, shown to borrowers',
      when: ({ role }) => role === 'borrower',
      keep: specialInstructions,
      default: [],
    }),
  }),
});
