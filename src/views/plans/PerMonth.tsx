/** An estimated payment of each month; "Unknown" where it is not known (R §8). */
import type { Cents } from '#domain/money.ts';
import { UNKNOWN } from '#domain/plans/catalogue.ts';
import { Money } from '../../ui/index.ts';

export const PerMonth = ({ amount }: { readonly amount: Cents | null }) =>
  amount === null ? (
    UNKNOWN
  ) : (
    <>
      <Money amount={amount} /> per month
    </>
  );
