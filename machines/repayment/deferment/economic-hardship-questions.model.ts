/** Model of the question about economic hardship, from the specification (R §4 Economic hardship). */
import { createDecisionModel } from '../decision-tree/expected-decisions.ts';
import { economicHardshipQuestions } from './economic-hardship-questions.machine.ts';

const choice = (result: string) => ({ value: result, leadsTo: result });

const model = createDecisionModel(economicHardshipQuestions, {
  questions: {
    economicHardship: {
      asks: 'Which of these describes your situation?',
      called: 'Economic Hardship',
      answers: {
        'I am serving as a Peace Corps volunteer.': choice('PeaceCorps'),
        'I receive payments under a federal or state public assistance program, such as TANF, SSI or SNAP.':
          choice('PublicAssistance'),
        'I have been granted an economic hardship deferment for the same period by another loan servicer.':
          choice('AnotherServicer'),
        'I work full-time, and my monthly income is low for the size of my family.': choice('Poverty'),
      },
    },
  },
  openResults: ['Poverty'],
});

export default { ...model, title: 'Economic Hardship: Question', place: 'Step 1 of the deferment application' };
