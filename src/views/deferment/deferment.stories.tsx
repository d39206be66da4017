/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/deferment/deferment.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Apply for a Deferment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingFacts > getFacts: loadingParts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const Leaving = atState(model, 'leaving');
export const NoType = atState(model, 'noType');
export const ChoosingType = atState(model, 'qualifying > qualify: choosingType');
export const QualifyingQualifyUnemploymentAskUnemploymentUnemploymentBenefits = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: unemploymentBenefits',
);
export const SeekingEmployment = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: seekingEmployment',
);
export const RejectedEmployment = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: rejectedEmployment',
);
export const DefermentExtension = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: defermentExtension',
);
export const DiligentAttempts = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: diligentAttempts',
);
export const EmploymentAgency1 = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: employmentAgency1',
);
export const EmploymentAgency2 = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: employmentAgency2',
);
export const RegisteredAgency = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: registeredAgency',
);
export const QualifyingQualifyUnemploymentAskUnemploymentUnemploymentBenefits2 = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: UnemploymentBenefits',
);
export const QualifyingQualifyUnemploymentAskUnemploymentNotEligible = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: NotEligible',
);
export const Unemployment = atState(model, 'qualifying > qualify: unemployment > askUnemployment: Unemployment');
export const QualifyingQualifyUnemploymentAskUnemploymentRefused = atState(
  model,
  'qualifying > qualify: unemployment > askUnemployment: refused',
);
export const RehabTraining = atState(model, 'qualifying > qualify: rehabilitation > askRehabilitation: rehabTraining');
export const ProgramLicense = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: programLicense',
);
export const ProvideServices = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: provideServices',
);
export const ProgramCommitment = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: programCommitment',
);
export const RehabServices = atState(model, 'qualifying > qualify: rehabilitation > askRehabilitation: rehabServices');
export const QualifyingQualifyRehabilitationAskRehabilitationNotEligible = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: NotEligible',
);
export const RehabilitationTraining = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: RehabilitationTraining',
);
export const QualifyingQualifyRehabilitationAskRehabilitationRefused = atState(
  model,
  'qualifying > qualify: rehabilitation > askRehabilitation: refused',
);
export const EconomicHardship = atState(
  model,
  'qualifying > qualify: economicHardship.choosingSituation > askEconomicHardship: economicHardship',
);
export const PeaceCorps = atState(
  model,
  'qualifying > qualify: economicHardship.choosingSituation > askEconomicHardship: PeaceCorps',
);
export const PublicAssistance = atState(
  model,
  'qualifying > qualify: economicHardship.choosingSituation > askEconomicHardship: PublicAssistance',
);
export const AnotherServicer = atState(
  model,
  'qualifying > qualify: economicHardship.choosingSituation > askEconomicHardship: AnotherServicer',
);
export const QualifyingQualifyEconomicHardshipEnteringIncomeAskEconomicHardshipPoverty = atState(
  model,
  'qualifying > qualify: economicHardship.enteringIncome > askEconomicHardship: Poverty',
);
export const QualifyingQualifyEconomicHardshipCheckingIncomeAskEconomicHardshipPoverty = atState(
  model,
  'qualifying > qualify: economicHardship.checkingIncome > askEconomicHardship: Poverty',
);
export const QualifyingQualifyEconomicHardshipNotQualifiedAskEconomicHardshipPoverty = atState(
  model,
  'qualifying > qualify: economicHardship.notQualified > askEconomicHardship: Poverty',
);
export const Loading = atState(model, 'choosingPlan > getCost: loading');
export const Showing = atState(model, 'choosingPlan > getCost: showing');
export const Empty = atState(model, 'choosingPlan > getCost: empty');
export const CouldNotLoad = atState(model, 'choosingPlan > getCost: couldNotLoad');
export const ApplyingEnteringApplyGettingGroups = atState(model, 'applying.entering > apply: gettingGroups');
export const ApplyingEnteringApplyCouldNotGetGroups = atState(model, 'applying.entering > apply: couldNotGetGroups');
export const NoGroups = atState(model, 'applying.entering > apply: noGroups');
export const Applying = atState(model, 'applying.entering > apply: applying');
export const ApplyingEnteringApplyMakingSubmissionKey = atState(
  model,
  'applying.entering > apply: makingSubmissionKey',
);
export const ApplyingSubmittingApplyGettingGroups = atState(model, 'applying.submitting > apply: gettingGroups');
export const ApplyingSubmittingApplyCouldNotGetGroups = atState(
  model,
  'applying.submitting > apply: couldNotGetGroups',
);
export const ApplyingSubmittingApplySubmittingSubmittingUnemploymentSubmitUnemploymentSending = atState(
  model,
  'applying.submitting > apply: submitting.submittingUnemployment > submitUnemployment: sending',
);
export const ApplyingSubmittingApplySubmittingSubmittingUnemploymentSubmitUnemploymentOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: submitting.submittingUnemployment > submitUnemployment: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplySubmittingSubmittingUnemploymentSubmitUnemploymentOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.submitting > apply: submitting.submittingUnemployment > submitUnemployment: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingSubmittingApplySubmittingSubmittingEconomicHardshipSubmitEconomicHardshipSending = atState(
  model,
  'applying.submitting > apply: submitting.submittingEconomicHardship > submitEconomicHardship: sending',
);
export const ApplyingSubmittingApplySubmittingSubmittingEconomicHardshipSubmitEconomicHardshipOutcomeUnknownAsking =
  atState(
    model,
    'applying.submitting > apply: submitting.submittingEconomicHardship > submitEconomicHardship: outcomeUnknown.asking',
  );
export const ApplyingSubmittingApplySubmittingSubmittingEconomicHardshipSubmitEconomicHardshipOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.submitting > apply: submitting.submittingEconomicHardship > submitEconomicHardship: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingSubmittingApplySubmittingSubmittingRehabilitationSubmitRehabilitationSending = atState(
  model,
  'applying.submitting > apply: submitting.submittingRehabilitation > submitRehabilitation: sending',
);
export const ApplyingSubmittingApplySubmittingSubmittingRehabilitationSubmitRehabilitationOutcomeUnknownAsking =
  atState(
    model,
    'applying.submitting > apply: submitting.submittingRehabilitation > submitRehabilitation: outcomeUnknown.asking',
  );
export const ApplyingSubmittingApplySubmittingSubmittingRehabilitationSubmitRehabilitationOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.submitting > apply: submitting.submittingRehabilitation > submitRehabilitation: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingSubmittingApplyOutcomeNotKnown = atState(model, 'applying.submitting > apply: outcomeNotKnown');
export const ChoosingFile = atState(model, 'nextSteps > uploadDocument: choosingFile');
export const NextStepsUploadDocumentMakingSubmissionKey = atState(
  model,
  'nextSteps > uploadDocument: makingSubmissionKey',
);
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
export const NextStepsUploadDocumentOutcomeNotKnown = atState(model, 'nextSteps > uploadDocument: outcomeNotKnown');
export const Uploaded = atState(model, 'nextSteps > uploadDocument: uploaded');
export const NextSteps = atState(model, 'nextSteps');
