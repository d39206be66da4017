/** The parts of an amount of a loan: principal, interest and fees. */
import { type Cents, ZERO, subtractCents, sumCents } from './money.ts';

/** The parts of an amount owed or paid, in cents. */
export interface Parts {
  readonly fees: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
}

export const NOTHING: Parts = { fees: ZERO, interest: ZERO, principal: ZERO };

/** Returns the sum of the parts, in cents. */
export const sumAllParts = (parts: Parts): Cents => sumCents([parts.fees, parts.interest, parts.principal]);

/** Adds two sets of parts. */
export const addParts = (a: Parts, b: Parts): Parts => ({
  fees: sumCents([a.fees, b.fees]),
  interest: sumCents([a.interest, b.interest]),
  principal: sumCents([a.principal, b.principal]),
});

/** Returns the sum of some parts. */
export const sumParts = (parts: readonly Parts[]): Parts => parts.reduce<Parts>(addParts, NOTHING);

/** Returns the first parts less the second ones. */
export const subtractParts = (a: Parts, b: Parts): Parts => ({
  fees: subtractCents(a.fees, b.fees),
  interest: subtractCents(a.interest, b.interest),
  principal: subtractCents(a.principal, b.principal),
});
