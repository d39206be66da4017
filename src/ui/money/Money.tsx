import { formatUsd, type Cents } from '#domain/money.ts';

/** An amount of money, in figures of equal width. `large` is the one amount a screen is about. */
export function Money({ amount, size = 'text' }: { amount: Cents; size?: 'text' | 'large' | undefined }) {
  return (
    <span className="ui-money" data-size={size}>
      {formatUsd(amount)}
    </span>
  );
}
