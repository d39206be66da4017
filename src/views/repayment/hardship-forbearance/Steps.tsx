/** Layout of the steps of an application for hardship forbearance. */
import { applicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Application', 'Receipt'] as const;

export const HardshipForbearanceStep = applicationStep('Applying for hardship forbearance', STEPS);
