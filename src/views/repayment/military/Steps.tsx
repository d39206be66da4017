/** Layout of the steps of a military deferment, with one of three sidebars (R §2). */
import { ContentCard } from '../../../ui/index.ts';
import { type StepProps, applicationStep } from '../postponement/ApplicationStep.tsx';

const STEPS = ['Qualification', 'Select Benefits', 'Next Steps'] as const;

const Layout = applicationStep('Applying for a military deferment', STEPS);

export interface MilitaryStepProps extends Pick<StepProps, 'current' | 'children'> {
  /** Number of the sidebar beside the step. */
  readonly sidebar: 1 | 2 | 3;
}

export const MilitaryStep = ({ current, sidebar, children }: MilitaryStepProps) => (
  <Layout
    current={current}
    sidebar={<ContentCard section="militarybenefits" name={`sidebar-${sidebar}`} tone="quiet" />}
  >
    {children}
  </Layout>
);
