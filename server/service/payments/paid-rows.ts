/** Rows of the payment history whose money arrived and stayed. */
import { notInArray } from 'drizzle-orm';
import { NOT_PAID } from '#domain/payments/history.ts';
import { paymentHistory } from '../../db/schema/index.ts';

/** Condition that excludes canceled and returned payments, as `isPaid` of the domain does. */
export const isPaidRow = notInArray(paymentHistory.description, [...NOT_PAID]);
