/** No answer came to a submission: what became of it is being asked. It is neither repeated nor guessed (ruling 4). */
import type { Running } from '#machines/kit/view.ts';
import type { Submission } from '#machines/kit/submission.machine.ts';
import { Busy, Button, Notice } from '../../ui/index.ts';
import type { SubmissionMessages } from './messages.ts';

/** A submission as its views see it, whatever it is about. */
type RunningSubmission = {
  readonly state: Pick<Running<Submission>['state'], 'matches'>;
  readonly send: (event: { readonly type: 'outcome.askedAgain' }) => void;
};

export interface OutcomeUnknownProps {
  readonly submission: RunningSubmission;
  readonly messages: SubmissionMessages;
}

/** Whether no answer has come to the submission, so that what is known stands in place of the form. */
export const isOutcomeUnknown = <S extends RunningSubmission>(submission: S | undefined): submission is S =>
  submission?.state.matches('outcomeUnknown') === true;

export function OutcomeUnknown({ submission, messages }: OutcomeUnknownProps) {
  const isWaiting = submission.state.matches({ outcomeUnknown: 'waitingToAskAgain' });
  const askAgain = <Button onClick={() => submission.send({ type: 'outcome.askedAgain' })}>Check again now</Button>;
  return (
    <Notice
      kind="warning"
      id="notice"
      heading={messages.outcomeUnknown}
      action={isWaiting ? askAgain : <Busy text={messages.asking} />}
    >
      <p>{messages.explanation}</p>
    </Notice>
  );
}
