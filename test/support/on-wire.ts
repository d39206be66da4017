/** Amounts of requests in wire format. */
import { type Dollars, dollarsFromCents, toCents } from '#domain/money.ts';

/** Returns an amount such as 12.34 as dollars. */
export const onWire = (amount: number): Dollars => dollarsFromCents(toCents(Math.round(amount * 100)));
