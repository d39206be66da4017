/** Layout of the steps of an in-school deferment. The first and the last step have a sidebar (R §2). */
import { applicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Application', 'Next Steps'] as const;

export const InSchoolStep = applicationStep('Applying for an in-school deferment', STEPS);
