/** No answer came to a submission: what became of it is being asked. It is neither repeated nor guessed (ruling 4). */
import { Busy, Button, Notice } from '../../ui/index.ts';
import type { SubmissionMessages } from './messages.ts';

export interface OutcomeUnknownProps {
  /** Whether the next question waits, so that it can be asked at once. */
  readonly isWaiting: boolean;
  readonly onAskAgain: () => void;
  readonly messages: SubmissionMessages;
}

export function OutcomeUnknown({ isWaiting, onAskAgain, messages }: OutcomeUnknownProps) {
  return (
    <Notice
      kind="warning"
      id="notice"
      heading={messages.outcomeUnknown}
      action={isWaiting ? <Button onClick={onAskAgain}>Check again now</Button> : <Busy text={messages.asking} />}
    >
      <p>{messages.explanation}</p>
    </Notice>
  );
}
