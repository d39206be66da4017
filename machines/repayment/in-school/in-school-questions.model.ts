/** Model of the questions about school, from the specification (R §4 In-school; ruling 43). */
import { createDecisionModel } from '../decision-tree/expected-decisions.ts';
import { inSchoolQuestions } from './in-school-questions.machine.ts';

/** Text for a borrower who is not enrolled. */
export const NOT_ELIGIBLE = "You don't qualify for an in-school deferment.";

const model = createDecisionModel(inSchoolQuestions, {
  questions: {
    currentlyEnrolled: {
      asks: 'Are you currently enrolled at least half-time at an eligible school?',
      called: 'Currently Enrolled',
      answers: {
        Yes: { value: 'yes', leadsTo: 'currentlyAttending' },
        No: { value: 'no', leadsTo: 'NotEligible' },
      },
    },
    currentlyAttending: {
      asks: 'Are you currently attending the school that we have on record for you?',
      called: 'Currently Attending',
      answers: {
        Yes: { value: 'yes', leadsTo: 'EnrolledAndAttending' },
        No: { value: 'no', leadsTo: 'Enrolled' },
      },
      otherwise: 'Enrolled',
    },
  },
  refusal: NOT_ELIGIBLE,
});

export default {
  ...model,
  title: 'In School: Questions',
  place: 'Step 1 of the in-school deferment application',
};
