/**
 * Notice with a retry button, shown if an internal error left the outcome of a submission unknown. The retry requests
 * the outcome by the same idempotency key.
 */
import { Button, Notice } from '../../../ui/index.ts';
import type { SubmissionMessages } from './messages.ts';

export interface OutcomeCheckFailedProps {
  readonly onRetry: () => void;
  readonly messages: SubmissionMessages;
}

export const OutcomeCheckFailed = ({ onRetry, messages }: OutcomeCheckFailedProps) => (
  <Notice
    kind="warning"
    id="notice"
    heading={messages.outcomeUnknown}
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>{messages.explanation}</p>
  </Notice>
);

/** Returns the view of the state `outcomeCheckFailed` with the texts of a flow. */
export const outcomeCheckFailed =
  (messages: SubmissionMessages) =>
  ({ send }: { readonly send: (event: { readonly type: 'retry.requested' }) => void }) => (
    <OutcomeCheckFailed onRetry={() => send({ type: 'retry.requested' })} messages={messages} />
  );
