/** The computed figures of an account or a group, each with its formula. */
import { dueLabels } from '#domain/accounts/messages.ts';
import { type ExplainedFigure, dailyInterest, nextPayment, payoff } from '#domain/accounts/loans/figures.ts';
import type { AccountDetails, GroupDetails } from '#domain/accounts/loans/shapes.ts';
import { formatUsd } from '#domain/money.ts';
import { Explained } from '../../../ui/index.ts';

const Figure = ({ label, figure: { amount, steps } }: { label: string; figure: ExplainedFigure }) => (
  <Explained label={label} value={formatUsd(amount)} steps={steps} />
);

export interface FiguresProps {
  readonly due: Pick<
    AccountDetails['accountPayment'],
    'pastDueAmt' | 'amountDue' | 'totalDue' | 'nextPaymentAmountDue' | 'monthlyPaymentAmount'
  >;
  readonly groups: readonly GroupDetails[];
  readonly headingLevel: 3 | 4;
  /** The accessible name of the section. */
  readonly label: string;
}

/** Renders nothing for loans on which nothing is owed. */
export function Figures({ due, groups, headingLevel, label }: FiguresProps) {
  const Heading = `h${headingLevel}` as const;
  const owed = groups.filter(({ currentBalance }) => currentBalance > 0);
  if (owed.length === 0) return null;
  const interest = dailyInterest(owed.flatMap(({ loans }) => loans));
  return (
    <section aria-label={label}>
      <Heading>How we work out your amounts</Heading>
      <Figure label={due.totalDue > 0 ? dueLabels.total : 'Next payment'} figure={nextPayment(due)} />
      <Figure label="Payoff today" figure={payoff(owed)} />
      {interest !== null && <Figure label="Interest each day" figure={interest} />}
    </section>
  );
}
