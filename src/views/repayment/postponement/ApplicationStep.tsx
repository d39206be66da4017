/**
 * Layout of the steps of an application to postpone payments: the stepper, and managed content beside some steps (R
 * §2).
 */
import type { ReactNode } from 'react';
import { SidebarLayout, Stack, Stepper } from '../../../ui/index.ts';

export interface StepProps {
  /** 0-based. */
  readonly current: number;
  /** Managed content beside the step. */
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}

/** Returns the layout of an application. `label` is the accessible name of its stepper. */
export const applicationStep = (label: string, steps: readonly string[]) =>
  function Step({ current, sidebar, children }: StepProps) {
    return (
      <SidebarLayout sidebar={sidebar}>
        <Stack gap="large">
          <Stepper steps={steps} current={current} label={label} />
          {children}
        </Stack>
      </SidebarLayout>
    );
  };
