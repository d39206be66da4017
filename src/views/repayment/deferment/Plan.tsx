/** Step 2: the type of deferment that the answers led to, and the cost of the pause (R §4 Plan step). */
import { defermentOptionNames } from '#domain/repayment/deferment/messages.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { toContentOption } from '#domain/repayment/deferment/rules.ts';
import type { deferment } from '#machines/repayment/deferment/deferment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content } from '../../../ui/index.ts';
import { DuringPause } from '../postponement/DuringPause.tsx';
import { PauseCost } from '../postponement/PauseCost.tsx';
import { DefermentStep } from './Steps.tsx';

export function Plan({ state, send, children: { getCost } }: ViewProps<typeof deferment>) {
  const { qualification } = state.context;
  if (qualification === null) return null;
  const { defermentType, defermentOption } = qualification;
  return (
    <DefermentStep current={1}>
      <Card heading={applicationKindNames[defermentType]}>
        <p>
          <strong>{defermentOptionNames[defermentOption]}</strong>
        </p>
        <Content
          section="deferment"
          name={`plan-${toContentOption(defermentOption)}`}
          fallback={<p>You won&apos;t have to make payments during the deferment.</p>}
        />
      </Card>
      {getCost && <PauseCost running={getCost} />}
      <DuringPause />
      <ButtonRow>
        <Button onClick={() => send({ type: 'continue.pressed' })}>Continue</Button>
        <Button variant="secondary" onClick={() => send({ type: 'previous.pressed' })}>
          Previous
        </Button>
      </ButtonRow>
    </DefermentStep>
  );
}
