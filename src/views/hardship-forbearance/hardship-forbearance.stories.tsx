/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/hardship-forbearance/hardship-forbearance.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Hardship Forbearance', tags: ['!test'] } satisfies Meta;

export const GettingFacts = atState(model, 'gettingFacts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const Leaving = atState(model, 'leaving');
export const LandingOpen = atState(model, 'landing.open');
export const LandingPaidAhead = atState(model, 'landing.paidAhead');
export const LandingNoEligibleLoans = atState(model, 'landing.noEligibleLoans');
export const Qualifying = atState(model, 'qualifying');
export const ApplyingPassing = atState(model, 'applying.passing');
export const ApplyingMakingEnteringApplyPostponingGetCostLoading = atState(
  model,
  'applying.making.entering > apply: postponing > getCost: loading',
);
export const ApplyingMakingEnteringApplyPostponingGetCostShowing = atState(
  model,
  'applying.making.entering > apply: postponing > getCost: showing',
);
export const ApplyingMakingEnteringApplyPostponingGetCostEmpty = atState(
  model,
  'applying.making.entering > apply: postponing > getCost: empty',
);
export const ApplyingMakingEnteringApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'applying.making.entering > apply: postponing > getCost: couldNotLoad',
);
export const ApplyingMakingEnteringApplyPostponing = atState(model, 'applying.making.entering > apply: postponing');
export const ApplyingMakingSubmittingApplyPostponingGetCostLoadingSubmitHardshipSending = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: loading > submitHardship: sending',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostLoadingSubmitHardshipOutcomeUnknownAsking = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: loading > submitHardship: outcomeUnknown.asking',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostLoadingSubmitHardshipOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.making.submitting > apply: postponing > getCost: loading > submitHardship: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingMakingSubmittingApplyPostponingGetCostShowingSubmitHardshipSending = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: showing > submitHardship: sending',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostShowingSubmitHardshipOutcomeUnknownAsking = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: showing > submitHardship: outcomeUnknown.asking',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostShowingSubmitHardshipOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.making.submitting > apply: postponing > getCost: showing > submitHardship: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingMakingSubmittingApplyPostponingGetCostEmptySubmitHardshipSending = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: empty > submitHardship: sending',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostEmptySubmitHardshipOutcomeUnknownAsking = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: empty > submitHardship: outcomeUnknown.asking',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostEmptySubmitHardshipOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: empty > submitHardship: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostCouldNotLoadSubmitHardshipSending = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: couldNotLoad > submitHardship: sending',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostCouldNotLoadSubmitHardshipOutcomeUnknownAsking = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: couldNotLoad > submitHardship: outcomeUnknown.asking',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostCouldNotLoadSubmitHardshipOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.making.submitting > apply: postponing > getCost: couldNotLoad > submitHardship: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingMakingSubmittingApplyPostponingGetCostLoading = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: loading',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostShowing = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: showing',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostEmpty = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: empty',
);
export const ApplyingMakingSubmittingApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'applying.making.submitting > apply: postponing > getCost: couldNotLoad',
);
export const ApplyingMakingSubmittingApplyPostponingSubmitHardshipSending = atState(
  model,
  'applying.making.submitting > apply: postponing > submitHardship: sending',
);
export const ApplyingMakingSubmittingApplyPostponingSubmitHardshipOutcomeUnknownAsking = atState(
  model,
  'applying.making.submitting > apply: postponing > submitHardship: outcomeUnknown.asking',
);
export const ApplyingMakingSubmittingApplyPostponingSubmitHardshipOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.making.submitting > apply: postponing > submitHardship: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingMakingSubmittingApplyPostponing = atState(model, 'applying.making.submitting > apply: postponing');
export const ReceiptReceived = atState(model, 'receipt.received');
export const ReceiptNotApplied = atState(model, 'receipt.notApplied');
