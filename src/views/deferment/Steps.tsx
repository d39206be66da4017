/** What the screens of a deferment share: the stepper, and the sidebar of the first and the last step (R §2). */
import type { ReactNode } from 'react';
import { ContentCard, SidebarLayout, Stack, Stepper } from '../../ui/index.ts';

const STEPS = ['Qualification', 'Plan Selection', 'Application', 'Next Steps'] as const;

export interface StepProps {
  /** Counted from 0. */
  readonly current: number;
  /** The managed text beside the step. */
  readonly sidebar?: 'qualification-sidebar' | 'next-steps-sidebar';
  readonly children: ReactNode;
}

export function Step({ current, sidebar, children }: StepProps) {
  return (
    <SidebarLayout sidebar={sidebar && <ContentCard section="deferment" name={sidebar} tone="quiet" />}>
      <Stack gap="large">
        <Stepper steps={STEPS} current={current} label="Applying for a deferment" />
        {children}
      </Stack>
    </SidebarLayout>
  );
}
