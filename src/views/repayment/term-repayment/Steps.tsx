/** Shared parts of the term-based wizard's steps. */
import type { ReactNode } from 'react';
import { Content, Stack, Stepper } from '../../../ui/index.ts';

const STEPS = ['Qualification', 'Select Plans', 'Application', 'Receipt'] as const;

export interface StepProps {
  readonly step: (typeof STEPS)[number];
  readonly children: ReactNode;
}

export const TermRepaymentStep = ({ step, children }: StepProps) => (
  <Stack gap="large">
    {step !== 'Receipt' && <Content section="repayoptions" name="Term-Based-Header" />}
    <Stepper steps={STEPS} current={STEPS.indexOf(step)} label="Applying for term-based repayment plans" />
    {children}
  </Stack>
);
