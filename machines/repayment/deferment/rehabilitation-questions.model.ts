/** Model of the questions about rehabilitation training, from the specification (R §4 Rehabilitation training). */
import { createDecisionModel } from '../decision-tree/expected-decisions.ts';
import { rehabilitationQuestions } from './rehabilitation-questions.machine.ts';

/** Any No gives NotEligible. */
const yesLeadsTo = (leadsTo: string) => ({
  Yes: { value: 'yes', leadsTo },
  No: { value: 'no', leadsTo: 'NotEligible' },
});

const model = createDecisionModel(rehabilitationQuestions, {
  questions: {
    rehabTraining: {
      asks: 'Are you receiving, or scheduled to receive, rehabilitation training: vocational, for drug or alcohol abuse, or for mental health?',
      called: 'Rehabilitation Training',
      answers: yesLeadsTo('programLicense'),
    },
    programLicense: {
      asks: 'Is the program licensed, approved, certified or recognized by a state agency or the Department of Veterans Affairs?',
      called: 'Program License',
      answers: yesLeadsTo('provideServices'),
    },
    provideServices: {
      asks: 'Does the program provide its services under a written plan for you that names the day on which they end?',
      called: 'Provides Services',
      answers: yesLeadsTo('programCommitment'),
    },
    programCommitment: {
      asks: 'Does the program take so much of your time that it normally keeps you from working 30 hours a week or more?',
      called: 'Program Commitment',
      answers: yesLeadsTo('rehabServices'),
    },
    rehabServices: {
      asks: 'Is the program providing these services to you now, or has it scheduled them?',
      called: 'Rehabilitation Services',
      answers: yesLeadsTo('RehabilitationTraining'),
    },
  },
  refusal: "Based on your answers, you don't qualify for this deferment.",
});

export default { ...model, title: 'Rehabilitation Training: Questions', place: 'Step 1 of the deferment application' };
