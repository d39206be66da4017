/** No answer came to the submission: what became of it is being asked. It is neither repeated nor guessed (ruling 4). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { Busy, Button, Notice } from '../../ui/index.ts';
import { UnderReview } from './Review.tsx';
import { Step } from './Steps.tsx';

export function OutcomeUnknown({ state, send }: ViewProps<typeof payflow>) {
  const isWaiting = state.matches({ paymentOutcomeUnknown: 'waitingToAskAgain' });
  return (
    <Step current={2}>
      <Notice
        kind="warning"
        id="notice"
        heading="We are checking what became of your payment"
        action={
          isWaiting ? (
            <Button onClick={() => send({ type: 'outcome.askedAgain' })}>Check again now</Button>
          ) : (
            <Busy text="Asking for the outcome of your payment…" />
          )
        }
      >
        <p>
          No answer to your payment has arrived yet. Please do not pay again: we are asking for the outcome, and will
          show it here as soon as it is known. A payment is never taken twice.
        </p>
      </Notice>
      <UnderReview state={state} />
    </Step>
  );
}
