/**
 * Status of a submission without a response. The portal polls the server for the outcome and does not repeat the
 * submission (ruling 4).
 */
import type { Running } from '#machines/kit/view.ts';
import type { Submission } from '#machines/kit/submission.machine.ts';
import { Busy, Button, Notice } from '../../../ui/index.ts';
import type { SubmissionMessages } from './messages.ts';

/** The common part of all submission machines, as seen by the views. */
type RunningSubmission = {
  readonly state: Pick<Running<Submission>['state'], 'matches'>;
  readonly send: (event: { readonly type: 'outcome.askedAgain' }) => void;
};

export interface OutcomeUnknownProps {
  readonly submission: RunningSubmission;
  readonly messages: SubmissionMessages;
}

/** Returns whether the submission has no response, so that its status replaces the form. */
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
