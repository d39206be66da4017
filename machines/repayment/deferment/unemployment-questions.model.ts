/** Model of the questions about unemployment, from the specification (R §4 Unemployment flow). */
import { createDecisionModel } from '../decision-tree/expected-decisions.ts';
import { unemploymentQuestions } from './unemployment-questions.machine.ts';

const yes = (leadsTo: string) => ({ value: 'yes', leadsTo });
const no = (leadsTo: string) => ({ value: 'no', leadsTo });
const AGENCY = 'Is there a public or private employment agency within 50 miles of where you live?';

const model = createDecisionModel(unemploymentQuestions, {
  questions: {
    unemploymentBenefits: {
      asks: 'Are you receiving unemployment benefits?',
      called: 'Unemployment Benefits',
      answers: { Yes: yes('UnemploymentBenefits'), No: no('seekingEmployment') },
    },
    seekingEmployment: {
      asks: 'Are you looking for full-time work in the United States: at least 30 hours a week, expected to last at least three months?',
      called: 'Seeking Employment',
      answers: { No: no('NotEligible'), Yes: yes('rejectedEmployment') },
    },
    rejectedEmployment: {
      asks: 'Have you turned down a job because you were overqualified for it, or because of its pay or level?',
      called: 'Rejected Employment',
      answers: { Yes: yes('NotEligible'), No: no('defermentExtension') },
    },
    defermentExtension: {
      asks: 'Are you asking to extend an unemployment deferment that you have now?',
      called: 'Deferment Extension',
      answers: { Yes: yes('diligentAttempts'), No: no('employmentAgency1') },
    },
    diligentAttempts: {
      asks: 'Have you made at least six diligent attempts to find full-time work in the last six months?',
      called: 'Diligent Attempts',
      answers: { No: no('NotEligible'), Yes: yes('employmentAgency2') },
    },
    employmentAgency1: {
      asks: AGENCY,
      called: 'Employment Agency',
      answers: { No: no('Unemployment'), Yes: yes('registeredAgency') },
    },
    employmentAgency2: {
      asks: AGENCY,
      called: 'Employment Agency',
      answers: { No: no('NotEligible'), Yes: yes('registeredAgency') },
    },
    registeredAgency: {
      asks: 'Are you registered with that agency?',
      called: 'Registered With an Agency',
      answers: { Yes: yes('Unemployment'), No: no('NotEligible') },
    },
  },
  refusal: "Based on your answers, you don't qualify for this deferment.",
});

export default { ...model, title: 'Unemployment: Questions', place: 'Step 1 of the deferment application' };
