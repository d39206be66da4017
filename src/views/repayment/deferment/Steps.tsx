/** Layout of the deferment steps. The first and the last step have a sidebar (R §2). */
import { applicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Plan Selection', 'Application', 'Next Steps'] as const;

export const DefermentStep = applicationStep('Applying for a deferment', STEPS);
