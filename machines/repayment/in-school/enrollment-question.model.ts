/** Model of the question about enrollment when no school reports it, from the specification (R §4; ruling 43). */
import { createDecisionModel } from '../../kit/expected-decisions.ts';
import { enrollmentQuestion } from './enrollment-question.machine.ts';

const model = createDecisionModel(enrollmentQuestion, {
  questions: {
    currentlyEnrolled: {
      asks: 'Are you currently enrolled at least half-time at an eligible school?',
      called: 'Currently Enrolled',
      answers: {
        Yes: { value: 'yes', leadsTo: 'Enrolled' },
        No: { value: 'no', leadsTo: 'NotEligible' },
      },
    },
  },
  refusal: 'You do not qualify for an in-school deferment.',
});

export default {
  ...model,
  title: 'In School: Question',
  place: 'Step 1 of the in-school deferment application, where no school reports its enrollments',
};
