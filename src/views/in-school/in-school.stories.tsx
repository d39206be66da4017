/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/in-school/in-school.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/In-School Deferment', tags: ['!test'] } satisfies Meta;

export const LoadingParts = atState(model, 'gettingFacts > getFacts: loadingParts');
export const CouldNotGetFacts = atState(model, 'couldNotGetFacts');
export const Leaving = atState(model, 'leaving');
export const NoGroups = atState(model, 'noGroups');
export const NotEligible = atState(model, 'notEligible');
export const QualifyingAskingAttendanceAskInSchoolCurrentlyEnrolled = atState(
  model,
  'qualifying.askingAttendance > askInSchool: currentlyEnrolled',
);
export const CurrentlyAttending = atState(model, 'qualifying.askingAttendance > askInSchool: currentlyAttending');
export const QualifyingAskingAttendanceAskInSchoolNotEligible = atState(
  model,
  'qualifying.askingAttendance > askInSchool: NotEligible',
);
export const EnrolledAndAttending = atState(model, 'qualifying.askingAttendance > askInSchool: EnrolledAndAttending');
export const QualifyingAskingAttendanceAskInSchoolEnrolled = atState(
  model,
  'qualifying.askingAttendance > askInSchool: Enrolled',
);
export const QualifyingAskingAttendanceAskInSchoolRefused = atState(
  model,
  'qualifying.askingAttendance > askInSchool: refused',
);
export const QualifyingAskingEnrollmentAskEnrollmentCurrentlyEnrolled = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: currentlyEnrolled',
);
export const QualifyingAskingEnrollmentAskEnrollmentEnrolled = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: Enrolled',
);
export const QualifyingAskingEnrollmentAskEnrollmentNotEligible = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: NotEligible',
);
export const QualifyingAskingEnrollmentAskEnrollmentRefused = atState(
  model,
  'qualifying.askingEnrollment > askEnrollment: refused',
);
export const Reported = atState(model, 'applying.entering > apply: reported');
export const ApplyingEnteringApplyPostponingGetCostLoading = atState(
  model,
  'applying.entering > apply: postponing > getCost: loading',
);
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
export const ApplyingEnteringApplyPostponing = atState(model, 'applying.entering > apply: postponing');
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostLoadingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostShowingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: showing > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostEmptySubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > getCost: empty > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingGetCostCouldNotLoadSubmitInSchoolOutcomeUnknownWaitingToAskAgain =
  atState(
    model,
    'applying.submitting > apply: postponing > getCost: couldNotLoad > submitInSchool: outcomeUnknown.waitingToAskAgain',
  );
export const ApplyingSubmittingApplyPostponingGetCostLoading = atState(
  model,
  'applying.submitting > apply: postponing > getCost: loading',
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
export const ApplyingSubmittingApplyPostponingSubmitInSchoolSending = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: sending',
);
export const ApplyingSubmittingApplyPostponingSubmitInSchoolOutcomeUnknownAsking = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: outcomeUnknown.asking',
);
export const ApplyingSubmittingApplyPostponingSubmitInSchoolOutcomeUnknownWaitingToAskAgain = atState(
  model,
  'applying.submitting > apply: postponing > submitInSchool: outcomeUnknown.waitingToAskAgain',
);
export const ApplyingSubmittingApplyPostponing = atState(model, 'applying.submitting > apply: postponing');
export const NextStepsReported = atState(model, 'nextSteps.reported');
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
