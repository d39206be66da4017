/** The banks of routing numbers, from the server's table (ruling 21). */
import * as v from 'valibot';
import { maskedNumber } from '#domain/payments/source.ts';
import type { DrawnOn } from '../../db/schema/index.ts';
import table from './banks.json';

const Banks = v.array(
  v.object({ routingNumber: v.string(), name: v.string(), federalReserve: v.optional(v.boolean(), false) }),
);

/** The Federal Reserve's own routing numbers cannot be debited and count as unknown (ruling 40). */
const banks = new Map(
  v
    .parse(Banks, table)
    .filter(({ federalReserve }) => !federalReserve)
    .map(({ routingNumber, name }) => [routingNumber, name]),
);

/** Returns the bank of a routing number, or null. */
export const findBank = (routingNumber: string): string | null => banks.get(routingNumber) ?? null;

/** Returns the bank name for a payment from a new account. */
export const getBankName = (routingNumber: string): string => findBank(routingNumber) ?? 'Bank account';

/** Returns the bank and the masked number of the bank account that a payment was drawn on. */
export const drawnOnName = ({ routingNumber, bankAccountNumber }: DrawnOn): string =>
  `${getBankName(routingNumber)} ${maskedNumber(bankAccountNumber)}`;
