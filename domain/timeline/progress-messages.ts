/** Texts about the projected repayment of an account (P §2.12). */
import { formatUsDate } from '../calendar.ts';
import { type Cents, formatUsd } from '../money.ts';
import type { ExtraEffect, Projection } from './progress.ts';

/** Returns a sentence about the effect of an extra monthly amount; null if one of the projections never ends. */
export function extraText(extra: Cents, effect: ExtraEffect | null): string {
  if (extra === 0) return 'Move the slider to see what an extra amount each month changes.';
  const start = `With ${formatUsd(extra)} more each month,`;
  if (effect === null) return `${start} we can't say yet when your loans are paid off.`;
  if (effect.kind === 'changesTotal') {
    return `${start} you pay a total of ${formatUsd(effect.withExtra)} instead of ${formatUsd(effect.without)}.`;
  }
  const { payments: count, interest } = effect;
  return `${start} you make ${count} fewer ${count === 1 ? 'payment' : 'payments'} and save ${formatUsd(interest)} in interest.`;
}

/** Returns sentences about the end of a projection with an extra amount. */
export const extraEndText = ({ lastPayment, forgiven }: Pick<Projection, 'lastPayment' | 'forgiven'>): string =>
  [
    ...forgiven.map(({ date, amount }) => `On ${formatUsDate(date)}, ${formatUsd(amount)} is forgiven.`),
    ...(lastPayment === null || forgiven.at(-1)?.date === lastPayment
      ? []
      : [`Your loans are paid off on ${formatUsDate(lastPayment)}.`]),
  ].join(' ');
