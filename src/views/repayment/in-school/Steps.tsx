/**
 * Layout of the steps of an in-school deferment: the stepper, and the sidebar of the first and the last step (R §2).
 */
import type { ReactNode } from 'react';
import { ApplicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Application', 'Next Steps'] as const;

export interface StepProps {
  /** 0-based. */
  readonly current: number;
  /** Managed content beside the step. */
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}

export const Step = ({ current, sidebar, children }: StepProps) => (
  <ApplicationStep steps={STEPS} label="Applying for an in-school deferment" current={current} sidebar={sidebar}>
    {children}
  </ApplicationStep>
);
