/**
 * Model of the questions about active duty for loans without the hostile pay benefit, from the specification (R §4).
 */
import { createDecisionModel } from '../../kit/expected-decisions.ts';
import { expectedFields, expectedQuestions } from './military-questions.model.ts';
import { militaryQuestionsWithoutHostilePay } from './military-questions-without-hostile-pay.machine.ts';

const model = createDecisionModel(militaryQuestionsWithoutHostilePay, {
  questions: expectedQuestions('OnActiveDuty'),
  missing: 'Field is required.',
  fields: expectedFields,
});

export default {
  ...model,
  title: 'Military: Questions Without Hostile Pay',
  place: 'Step 1 of the military deferment application, where no Direct loan is new enough for hostile pay',
};
