/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/term-repayment/term-repayment.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Term-Based Repayment', tags: ['!test'] } satisfies Meta;

export const GettingFacts = atState(model, 'gettingFacts');
export const GettingPlans = atState(model, 'gettingPlans');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const Leaving = atState(model, 'leaving');
export const Answering = atState(model, 'qualifying > qualify: answering');
export const QualifyingQualifyGettingPlans = atState(model, 'qualifying > qualify: gettingPlans');
export const Selecting = atState(model, 'selectingPlans > selectPlans: selecting');
export const ReadingDetails = atState(model, 'selectingPlans > selectPlans: readingDetails');
export const ConfirmingLeavingIbr = atState(model, 'selectingPlans > selectPlans: confirmingLeavingIbr');
export const ConfirmingLeavingIdr = atState(model, 'selectingPlans > selectPlans: confirmingLeavingIdr');
export const ApplyingReviewing = atState(model, 'applying.entering > apply: applying.reviewing');
export const ApplyingReadingTerms = atState(model, 'applying.entering > apply: applying.readingTerms');
export const Signing = atState(model, 'applying.entering > apply: signing');
export const MakingSubmissionKey = atState(model, 'applying.entering > apply: makingSubmissionKey');
export const Sending = atState(model, 'applying.submitting > apply: submitting > submitTerm: sending');
export const OutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: submitting > submitTerm: outcomeUnknown.asking',
);
export const OutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: submitting > submitTerm: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'applying.submitting > apply: outcomeNotKnown');
export const Receipt = atState(model, 'receipt');
