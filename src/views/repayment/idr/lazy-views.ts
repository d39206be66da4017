/** The views of the steps after the income. */
export { Apply } from './Apply.tsx';
export { EligiblePlan } from './EligiblePlan.tsx';
