/** The card that compares plans over time: loading, failed, or the comparison. */
import type { ReactNode } from 'react';
import type { PlanData } from '#domain/plans/shapes.ts';
import type { Running } from '#machines/kit/view.ts';
import type { planFacts } from '#machines/repayment/plan-facts/plan-facts.machine.ts';
import { Busy, Button, Card, Notice, Stack } from '../../../../ui/index.ts';

export interface ComparisonCardProps {
  /** Undefined once the machine has stopped in error. */
  readonly running: Pick<Running<typeof planFacts>, 'state' | 'send'> | undefined;
  readonly children: (facts: PlanData) => ReactNode;
}

const COULD_NOT_COMPARE = <p>We can&apos;t compare your plans right now. You can continue without it.</p>;

function Missing({ running }: Pick<ComparisonCardProps, 'running'>) {
  if (running === undefined) return COULD_NOT_COMPARE;
  if (!running.state.matches('couldNotLoad')) return null;
  const retry = (
    <Button variant="secondary" onClick={() => running.send({ type: 'retry.requested' })}>
      Compare Again
    </Button>
  );
  return (
    <Notice kind="warning" action={retry}>
      {COULD_NOT_COMPARE}
    </Notice>
  );
}

function Shown({ running, children }: ComparisonCardProps) {
  if (running === undefined) return null;
  const { state } = running;
  if (state.matches('loading')) return <Busy text="Comparing your plans…" />;
  if (state.matches('empty')) return <p>None of your federal loans has a balance.</p>;
  return state.matches('showing') && state.context.data && children(state.context.data);
}

export const ComparisonCard = (props: ComparisonCardProps) => (
  <Card heading="Compare your plans over time" divided>
    <Stack gap="large">
      <Shown {...props} />
      {/* The choice above does not depend on it, and so the focus stays there. */}
      <div aria-live="polite">
        <Missing {...props} />
      </div>
    </Stack>
  </Card>
);
