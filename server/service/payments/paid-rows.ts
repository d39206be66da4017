/** Rows of the payment history whose money arrived and stayed. */
import { and, lt, notInArray } from 'drizzle-orm';
import { NOT_PAID } from '#domain/payments/history.ts';
import { paymentHistory } from '../../db/schema/index.ts';

/** Condition that excludes canceled and returned payments, as `isPaid` of the domain does. */
export const isKeptRow = notInArray(paymentHistory.description, [...NOT_PAID]);

/** Condition that also excludes payments that are refunded in full (ruling 95). */
export const isPaidRow = and(isKeptRow, lt(paymentHistory.refunded, paymentHistory.amount));
