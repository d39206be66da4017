/**
 * Layout of the steps of an application to postpone payments: the stepper, and managed content beside some steps (R
 * §2).
 */
import type { ReactNode } from 'react';
import { SidebarLayout, Stack, Stepper } from '../../../ui/index.ts';

export interface ApplicationStepProps {
  readonly steps: readonly string[];
  /** Accessible name of the stepper. */
  readonly label: string;
  /** 0-based. */
  readonly current: number;
  /** Managed content beside the step. */
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
