import { formatUsd, type Cents } from '#domain/money.ts';

/** Amount of money with tabular figures. `large` is for the main amount of a screen. */
export function Money({ amount, size = 'text' }: { amount: Cents; size?: 'text' | 'large' | undefined }) {
  return (
    <span className="ui-money" data-size={size}>
      {formatUsd(amount)}
    </span>
  );
}
