/** Layout of the steps of a military deferment: the stepper, and one of three sidebars (R §2). */
import type { ReactNode } from 'react';
import { ContentCard } from '../../../ui/index.ts';
import { ApplicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Select Benefits', 'Next Steps'] as const;

export interface StepProps {
  /** 0-based. */
  readonly current: number;
  /** Number of the sidebar beside the step. */
  readonly sidebar: 1 | 2 | 3;
  readonly children: ReactNode;
}

export const Step = ({ current, sidebar, children }: StepProps) => (
  <ApplicationStep
    steps={STEPS}
    label="Applying for a military deferment"
    current={current}
    sidebar={<ContentCard section="militarybenefits" name={`sidebar-${sidebar}`} tone="quiet" />}
  >
    {children}
  </ApplicationStep>
);
