/** Estimated payments, some of them possibly unknown (R §8). */
import { UNKNOWN } from '#domain/plans/catalogue.ts';
import type { Cents } from '#domain/money.ts';
import { Money } from '../../../ui/index.ts';

/** An estimate, or that it is not known. */
export const Estimate = ({ amount }: { amount: Cents | null }) =>
  amount === null ? UNKNOWN : <Money amount={amount} />;

/** An estimate as a payment of each month. */
export const PerMonth = ({ amount }: { amount: Cents | null }) =>
  amount === null ? (
    UNKNOWN
  ) : (
    <>
      <Money amount={amount} /> per month
    </>
  );

/** Why an income-driven plan is recommended. */
export const LOWEST_NOW = 'Recommended: lowest payment now';
