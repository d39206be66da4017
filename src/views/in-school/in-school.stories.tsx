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
export const ApplyingEnteringApplyPostponingGetCostLoading = atState(
  model,
  'applying.entering > apply: postponing > getCost: loading',
);
export const Reported = atState(model, 'applying.entering > apply: reported');
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: outcomeUnknown.asking',
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
export const ApplyingEnteringApplyPostponing = atState(model, 'applying.entering > apply: postponing');
export const ApplyingEnteringApplyPostponingGetCostShowing = atState(
  model,
  'applying.entering > apply: postponing > getCost: showing',
);
export const ApplyingEnteringApplyPostponingGetCostEmpty = atState(
  model,
  'applying.entering > apply: postponing > getCost: empty',
);
export const ApplyingEnteringApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'applying.entering > apply: postponing > getCost: couldNotLoad',
);
export const NextStepsReported = atState(model, 'nextSteps.reported');
export const ApplyingSubmittingApplyPostponingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostLoading = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: outcomeUnknown.asking',
);
export const ChoosingFile = atState(model, 'nextSteps > uploadDocument: choosingFile');
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const QualifyingAskingAttendanceAskInSchoolRefused = atState(
  model,
  'qualifying.askingAttendance > askInSchool: refused',
);
export const QualifyingAskingEnrollmentAskEnrollmentRefused = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: refused',
);
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponing = atState(model, 'applying.submitting > apply: postponing');
export const ApplyingSubmittingApplyPostponingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostShowing = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing',
);
export const ApplyingSubmittingApplyPostponingGetCostEmpty = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoad = atState(
  model,
  'applying.submitting > apply: postponing > getCost: couldNotLoad',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: outcomeUnknown.waitingToAskAgain',
  );
export const NextSteps = atState(model, 'nextSteps');
export const ApplyingSubmittingApplyPostponingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: sending',
);
export const MakingSubmissionKey = atState(model, 'nextSteps > uploadDocument: makingSubmissionKey');
export const NextStepsUploadDocumentUploadingSubmitDocumentSending = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: sending',
);
export const OutcomeNotKnown = atState(model, 'nextSteps > uploadDocument: outcomeNotKnown');
export const Canceling = atState(model, 'nextSteps > uploadDocument: uploading > submitDocument: canceling');
export const Uploaded = atState(model, 'nextSteps > uploadDocument: uploaded');
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownAsking = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.asking',
);
export const NextStepsUploadDocumentUploadingSubmitDocumentOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'nextSteps > uploadDocument: uploading > submitDocument: outcomeUnknown.waitingToAskAgain',
);
