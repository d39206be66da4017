/** No answer came to a submission: what became of it is being asked. It is neither repeated nor guessed (ruling 4). */
import { Busy, Button, Notice } from '../../ui/index.ts';
import type { SubmissionWords } from './words.ts';

export interface OutcomeUnknownProps {
  /** Whether the next question waits, so that it can be asked at once. */
  readonly isWaiting: boolean;
  readonly onAskAgain: () => void;
  readonly words: SubmissionWords;
}

export function OutcomeUnknown({ isWaiting, onAskAgain, words }: OutcomeUnknownProps) {
  return (
    <Notice
      kind="warning"
      id="notice"
      heading={words.outcomeUnknown}
      action={isWaiting ? <Button onClick={onAskAgain}>Check again now</Button> : <Busy text={words.asking} />}
    >
      <p>{words.explanation}</p>
    </Notice>
  );
}
