/** What the screens of a military deferment share: its steps, and the sidebar in one of three variants (R §2). */
import type { ReactNode } from 'react';
import { ContentCard } from '../../ui/index.ts';
import { ApplicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Select Benefits', 'Next Steps'] as const;

export interface StepProps {
  /** Counted from 0. */
  readonly current: number;
  /** Which of the sidebars stands beside the step. */
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
