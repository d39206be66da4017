/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/military/military.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Military Deferment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingFacts > getFacts: loadingParts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const Leaving = atState(model, 'leaving');
export const QualifyingAskingAskActiveDuty = atState(model, 'qualifying.asking > ask: activeDuty');
export const QualifyingAskingAskActiveDutyConnection = atState(model, 'qualifying.asking > ask: activeDutyConnection');
export const QualifyingAskingAskCanSendOrdersNow = atState(model, 'qualifying.asking > ask: canSendOrdersNow');
export const QualifyingAskingAskPerformingService = atState(model, 'qualifying.asking > ask: performingService');
export const QualifyingAskingAskNationalGuard = atState(model, 'qualifying.asking > ask: nationalGuard');
export const HostileDangerPay = atState(model, 'qualifying.asking > ask: hostileDangerPay');
export const QualifyingAskingAskNotOnActiveDuty = atState(model, 'qualifying.asking > ask: NotOnActiveDuty');
export const QualifyingAskingAskOnActiveDuty = atState(model, 'qualifying.asking > ask: OnActiveDuty');
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayActiveDuty = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: activeDuty',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayActiveDutyConnection = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: activeDutyConnection',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayCanSendOrdersNow = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: canSendOrdersNow',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayPerformingService = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: performingService',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayNationalGuard = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: nationalGuard',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayNotOnActiveDuty = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: NotOnActiveDuty',
);
export const QualifyingAskingWithoutHostilePayAskWithoutHostilePayOnActiveDuty = atState(
  model,
  'qualifying.askingWithoutHostilePay > askWithoutHostilePay: OnActiveDuty',
);
export const NotEligible = atState(model, 'selecting.entering > apply: notEligible');
export const SelectingEnteringApplyPostponing = atState(model, 'selecting.entering > apply: postponing');
export const SelectingEnteringApplyPostponingGetCostLoading = atState(
  model,
  'selecting.entering > apply: postponing > getCost: loading',
);
export const SelectingEnteringApplyPostponingGetCostShowing = atState(
  model,
  'selecting.entering > apply: postponing > getCost: showing',
);
export const SelectingEnteringApplyPostponingGetCostEmpty = atState(
  model,
  'selecting.entering > apply: postponing > getCost: empty',
);
export const SelectingEnteringApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'selecting.entering > apply: postponing > getCost: couldNotLoad',
);
export const SelectingSubmittingApplyPostponingSubmitMilitarySending = atState(
  model,
  'selecting.submitting > apply: postponing > submitMilitary: sending',
);
export const SelectingSubmittingApplyPostponingSubmitMilitaryOutcomeUnknownAsking = atState(
  model,
  'selecting.submitting > apply: postponing > submitMilitary: outcomeUnknown.asking',
);
export const SelectingSubmittingApplyPostponingSubmitMilitaryOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'selecting.submitting > apply: postponing > submitMilitary: outcomeUnknown.waitingToAskAgain',
);
export const SelectingSubmittingApplyPostponing = atState(model, 'selecting.submitting > apply: postponing');
export const SelectingSubmittingApplyPostponingGetCostLoadingSubmitMilitarySending = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: loading > submitMilitary: sending',
);
export const SelectingSubmittingApplyPostponingGetCostLoadingSubmitMilitaryOutcomeUnknownAsking = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: loading > submitMilitary: outcomeUnknown.asking',
);
export const SelectingSubmittingApplyPostponingGetCostLoadingSubmitMilitaryOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: loading > submitMilitary: outcomeUnknown.waitingToAskAgain',
);
export const SelectingSubmittingApplyPostponingGetCostShowingSubmitMilitarySending = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: showing > submitMilitary: sending',
);
export const SelectingSubmittingApplyPostponingGetCostShowingSubmitMilitaryOutcomeUnknownAsking = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: showing > submitMilitary: outcomeUnknown.asking',
);
export const SelectingSubmittingApplyPostponingGetCostShowingSubmitMilitaryOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: showing > submitMilitary: outcomeUnknown.waitingToAskAgain',
);
export const SelectingSubmittingApplyPostponingGetCostEmptySubmitMilitarySending = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: empty > submitMilitary: sending',
);
export const SelectingSubmittingApplyPostponingGetCostEmptySubmitMilitaryOutcomeUnknownAsking = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: empty > submitMilitary: outcomeUnknown.asking',
);
export const SelectingSubmittingApplyPostponingGetCostEmptySubmitMilitaryOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: empty > submitMilitary: outcomeUnknown.waitingToAskAgain',
);
export const SelectingSubmittingApplyPostponingGetCostCouldNotLoadSubmitMilitarySending = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: couldNotLoad > submitMilitary: sending',
);
export const SelectingSubmittingApplyPostponingGetCostCouldNotLoadSubmitMilitaryOutcomeUnknownAsking = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: couldNotLoad > submitMilitary: outcomeUnknown.asking',
);
export const SelectingSubmittingApplyPostponingGetCostCouldNotLoadSubmitMilitaryOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'selecting.submitting > apply: postponing > getCost: couldNotLoad > submitMilitary: outcomeUnknown.waitingToAskAgain',
  );
export const SelectingSubmittingApplyPostponingGetCostLoading = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: loading',
);
export const SelectingSubmittingApplyPostponingGetCostShowing = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: showing',
);
export const SelectingSubmittingApplyPostponingGetCostEmpty = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: empty',
);
export const SelectingSubmittingApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'selecting.submitting > apply: postponing > getCost: couldNotLoad',
);
export const ChoosingFile = atState(model, 'nextSteps > uploadDocument: choosingFile');
export const MakingSubmissionKey = atState(model, 'nextSteps > uploadDocument: makingSubmissionKey');
export const NextStepsUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: sending',
);
export const Canceling = atState(model, 'nextSteps > uploadDocument: uploading > submitDocument: canceling');
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
export const OutcomeNotKnown = atState(model, 'nextSteps > uploadDocument: outcomeNotKnown');
export const Uploaded = atState(model, 'nextSteps > uploadDocument: uploaded');
export const NextSteps = atState(model, 'nextSteps');
