/** Something of ours stopped before the outcome was known; trying again asks for it under the same key. */
import { Button, Notice } from '../../ui/index.ts';
import { privacySubmissionMessages } from './messages.ts';

export interface OutcomeNotKnownProps {
  readonly send: (event: { readonly type: 'retry.wanted' }) => void;
}

export const OutcomeNotKnown = ({ send }: OutcomeNotKnownProps) => (
  <Notice
    kind="warning"
    id="notice"
    heading={privacySubmissionMessages.outcomeUnknown}
    action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}
  >
    <p>{privacySubmissionMessages.explanation}</p>
  </Notice>
);
