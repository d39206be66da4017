/** The views of the steps after the question on other loans. */
export { Application } from './Application.tsx';
export { Receipt } from './Receipt.tsx';
export { SelectPlans } from './SelectPlans.tsx';
