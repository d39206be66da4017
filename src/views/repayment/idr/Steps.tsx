/**
 * Shared parts of the screens of an application for an income-driven plan: the steps, and the sidebar of two of them (R
 * §2).
 */
import type { ReactNode } from 'react';
import type { ContextFrom } from 'xstate';
import { areAllInSchoolOrGrace } from '#domain/repayment/idr/too-early.ts';
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import { ContentCard, SidebarLayout, Stack, Stepper } from '../../../ui/index.ts';

/** The steps; the configuration may make the first one a separate page. */
const STEPS = ['Disclaimer', 'Income', 'Eligible Plan', 'Apply'] as const;
export type StepName = (typeof STEPS)[number];

/** The steps with a sidebar. */
const WITH_SIDEBAR: readonly StepName[] = ['Income', 'Eligible Plan'];

type Context = Pick<ContextFrom<typeof idr>, 'showsAllSteps' | 'facts' | 'estimates'>;

export interface StepProps {
  readonly step: StepName;
  readonly context: Context;
  readonly children: ReactNode;
}

/** Returns whether this borrower gets the sidebar: not if ineligible, or with all loans in school or grace (R §2). */
const isSidebarFor = ({ facts, estimates }: Context): boolean =>
  estimates?.ineligibleForIdr !== true && (facts === null || !areAllInSchoolOrGrace(facts.accounts));

export function Step({ step, context, children }: StepProps) {
  const { showsAllSteps } = context;
  const steps = showsAllSteps ? STEPS : STEPS.slice(1);
  const current = steps.findIndex((name) => name === step);
  const hasSidebar = WITH_SIDEBAR.includes(step) && isSidebarFor(context);
  return (
    <SidebarLayout sidebar={hasSidebar && <ContentCard section="repayoptions" name="idr-sidebar" tone="quiet" />}>
      <Stack gap="large">
        {current >= 0 && (
          <Stepper steps={steps} current={current} label="Applying for an income-driven repayment plan" />
        )}
        {children}
      </Stack>
    </SidebarLayout>
  );
}
