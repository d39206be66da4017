/** Layout of the steps of an application for hardship forbearance. */
import type { ReactNode } from 'react';
import { ApplicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Application', 'Receipt'] as const;

export interface StepProps {
  /** 0-based. */
  readonly current: number;
  readonly children: ReactNode;
}

export const Step = ({ current, children }: StepProps) => (
  <ApplicationStep steps={STEPS} label="Applying for hardship forbearance" current={current}>
    {children}
  </ApplicationStep>
);
