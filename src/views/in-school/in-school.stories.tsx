/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/in-school/in-school.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/In-School Deferment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingFacts > getFacts: loadingParts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const QualifyingAskingAttendanceAskInSchoolCurrentlyEnrolled = atState(
  model,
  'qualifying.askingAttendance > askInSchool: currentlyEnrolled',
);
export const QualifyingAskingEnrollmentAskEnrollmentCurrentlyEnrolled = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: currentlyEnrolled',
);
export const NoGroups = atState(model, 'noGroups');
export const Leaving = atState(model, 'leaving');
export const NotEligible = atState(model, 'notEligible');
export const CurrentlyAttending = atState(model, 'qualifying.askingAttendance > askInSchool: currentlyAttending');
export const QualifyingAskingEnrollmentAskEnrollmentEnrolled = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: Enrolled',
);
export const ApplyingEnteringApplyPostponingApplyingGetCostLoading = atState(
  model,
  'applying.entering > apply: postponing.applying > getCost: loading',
);
export const Reported = atState(model, 'applying.entering > apply: reported');
export const ApplyingSubmittingApplyPostponingSubmittingGetCostLoadingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: loading > submitInSchool: outcomeUnknown.asking',
);
export const QualifyingAskingAttendanceAskInSchoolNotEligible = atState(
  model,
  'qualifying.askingAttendance > askInSchool: NotEligible',
);
export const QualifyingAskingEnrollmentAskEnrollmentNotEligible = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: NotEligible',
);
export const EnrolledAndAttending = atState(model, 'qualifying.askingAttendance > askInSchool: EnrolledAndAttending');
export const QualifyingAskingAttendanceAskInSchoolEnrolled = atState(
  model,
  'qualifying.askingAttendance > askInSchool: Enrolled',
);
export const ApplyingEnteringApplyPostponingMakingSubmissionKeyGetCostLoading = atState(
  model,
  'applying.entering > apply: postponing.makingSubmissionKey > getCost: loading',
);
export const PostponingApplying = atState(model, 'applying.entering > apply: postponing.applying');
export const ApplyingEnteringApplyPostponingApplyingGetCostShowing = atState(
  model,
  'applying.entering > apply: postponing.applying > getCost: showing',
);
export const ApplyingEnteringApplyPostponingApplyingGetCostEmpty = atState(
  model,
  'applying.entering > apply: postponing.applying > getCost: empty',
);
export const ApplyingEnteringApplyPostponingApplyingGetCostCouldNotLoad = atState(
  model,
  'applying.entering > apply: postponing.applying > getCost: couldNotLoad',
);
export const NextStepsReported = atState(model, 'nextSteps.reported');
export const ApplyingSubmittingApplyPostponingSubmittingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing.submitting > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingOutcomeNotKnownGetCostLoading = atState(
  model,
  'applying.submitting > apply: postponing.outcomeNotKnown > getCost: loading',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostShowingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: showing > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostEmptySubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: empty > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: couldNotLoad > submitInSchool: outcomeUnknown.asking',
);
export const ChoosingFile = atState(model, 'nextSteps > uploadDocument: choosingFile');
export const ApplyingSubmittingApplyPostponingSubmittingGetCostLoadingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: loading > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const QualifyingAskingAttendanceAskInSchoolRefused = atState(
  model,
  'qualifying.askingAttendance > askInSchool: refused',
);
export const QualifyingAskingEnrollmentAskEnrollmentRefused = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: refused',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostLoadingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: loading > submitInSchool: sending',
);
export const PostponingMakingSubmissionKey = atState(
  model,
  'applying.entering > apply: postponing.makingSubmissionKey',
);
export const ApplyingEnteringApplyPostponingMakingSubmissionKeyGetCostShowing = atState(
  model,
  'applying.entering > apply: postponing.makingSubmissionKey > getCost: showing',
);
export const ApplyingEnteringApplyPostponingMakingSubmissionKeyGetCostEmpty = atState(
  model,
  'applying.entering > apply: postponing.makingSubmissionKey > getCost: empty',
);
export const ApplyingEnteringApplyPostponingMakingSubmissionKeyGetCostCouldNotLoad = atState(
  model,
  'applying.entering > apply: postponing.makingSubmissionKey > getCost: couldNotLoad',
);
export const PostponingOutcomeNotKnown = atState(model, 'applying.submitting > apply: postponing.outcomeNotKnown');
export const ApplyingSubmittingApplyPostponingSubmittingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing.submitting > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingOutcomeNotKnownGetCostShowing = atState(
  model,
  'applying.submitting > apply: postponing.outcomeNotKnown > getCost: showing',
);
export const ApplyingSubmittingApplyPostponingOutcomeNotKnownGetCostEmpty = atState(
  model,
  'applying.submitting > apply: postponing.outcomeNotKnown > getCost: empty',
);
export const ApplyingSubmittingApplyPostponingOutcomeNotKnownGetCostCouldNotLoad = atState(
  model,
  'applying.submitting > apply: postponing.outcomeNotKnown > getCost: couldNotLoad',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostShowingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: showing > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostEmptySubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: empty > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: couldNotLoad > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const NextSteps = atState(model, 'nextSteps');
export const ApplyingSubmittingApplyPostponingSubmittingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing.submitting > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostShowingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: showing > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostEmptySubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: empty > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingSubmittingGetCostCouldNotLoadSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing.submitting > getCost: couldNotLoad > submitInSchool: sending',
);
export const MakingSubmissionKey = atState(model, 'nextSteps > uploadDocument: makingSubmissionKey');
export const NextStepsUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: sending',
);
export const OutcomeNotKnown = atState(model, 'nextSteps > uploadDocument: outcomeNotKnown');
export const Uploaded = atState(model, 'nextSteps > uploadDocument: uploaded');
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
