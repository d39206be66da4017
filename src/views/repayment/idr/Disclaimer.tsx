/** The first step: the meaning and the limits of the estimates (R §2). */
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content } from '../../../ui/index.ts';
import { Step } from './Steps.tsx';

export const Disclaimer = ({ state: { context }, send }: ViewProps<typeof idr>) => (
  <Step step="Disclaimer" context={context}>
    <Card>
      <Content
        section="repayoptions"
        name="idr-disclaimer"
        fallbackWhileLoading
        fallback={<p>What you see here are estimates. You apply at the federal site, not here.</p>}
      />
    </Card>
    <ButtonRow>
      <Button onClick={() => send({ type: 'continue.pressed' })}>Continue</Button>
    </ButtonRow>
  </Step>
);
