/** The views of a submission on a page of its own; a flow that shows it beside what is submitted uses their parts. */
import type { Submission } from '#machines/kit/submission.machine.ts';
import type { Running, ViewsOf } from '#machines/kit/view.ts';
import { Busy } from '../../ui/index.ts';
import { OutcomeUnknown } from './OutcomeUnknown.tsx';
import type { SubmissionWords } from './words.ts';

/** It has just begun, or has ended: what comes next is shown by the flow around it. */
const Nothing = () => null;

/** The views of a submission of which this is said. */
export const submissionViews = <Body, Answer, Asked>(
  words: SubmissionWords,
): ViewsOf<Submission<Body, Answer, Asked>> => ({
  startingSubmission: Nothing,
  sending: () => <Busy text={words.sending} />,
  outcomeUnknown: ({ state, send }: Running<Submission<Body, Answer, Asked>>) => (
    <OutcomeUnknown
      isWaiting={state.matches({ outcomeUnknown: 'waitingToAskAgain' })}
      onAskAgain={() => send({ type: 'outcome.askedAgain' })}
      words={words}
    />
  ),
  taken: Nothing,
  refused: Nothing,
  neverArrived: Nothing,
});
