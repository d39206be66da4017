/** Something of ours stopped before the outcome was known; trying again asks for it under the same key. */
import { Button, Notice } from '../../ui/index.ts';
import type { SubmissionMessages } from './messages.ts';

export interface OutcomeNotKnownProps {
  readonly onRetry: () => void;
  readonly messages: SubmissionMessages;
}

export const OutcomeNotKnown = ({ onRetry, messages }: OutcomeNotKnownProps) => (
  <Notice
    kind="warning"
    id="notice"
    heading={messages.outcomeUnknown}
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>{messages.explanation}</p>
  </Notice>
);

/** The view of a flow's state in which the outcome is not known, in the words of the flow. */
export const outcomeNotKnown =
  (messages: SubmissionMessages) =>
  ({ send }: { readonly send: (event: { readonly type: 'retry.wanted' }) => void }) => (
    <OutcomeNotKnown onRetry={() => send({ type: 'retry.wanted' })} messages={messages} />
  );
