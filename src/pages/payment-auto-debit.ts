/** Auto Debit: enrollment, terms and drafts of each account. */
import { autoDebit } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { autoDebitViews } from '../views/payments/payment-auto-debit/views.tsx';

export default defineFlow<typeof autoDebit>({ machine: autoDebit, views: autoDebitViews, input: () => ({}) });
