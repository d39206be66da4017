/** What the steps of an application to postpone payments share: the stepper, and a managed text beside some of them (R §2). */
import type { ReactNode } from 'react';
import { SidebarLayout, Stack, Stepper } from '../../ui/index.ts';

export interface ApplicationStepProps {
  readonly steps: readonly string[];
  /** What the steps lead through, for screen readers. */
  readonly label: string;
  /** Counted from 0. */
  readonly current: number;
  /** The managed text beside the step. */
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}

export function ApplicationStep({ steps, label, current, sidebar, children }: ApplicationStepProps) {
  return (
    <SidebarLayout sidebar={sidebar}>
      <Stack gap="large">
        <Stepper steps={steps} current={current} label={label} />
        {children}
      </Stack>
    </SidebarLayout>
  );
}
