/** What the four screens of the payment flow share: the stepper and the sidebar. */
import type { ReactNode } from 'react';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  ButtonLink,
  Card,
  Content,
  ContentCard,
  Disclosure,
  SidebarLayout,
  Stack,
  Stepper,
  usePages,
} from '../../ui/index.ts';

const STEPS = ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'] as const;

type Context = ViewProps<typeof payflow>['state']['context'];

/** What stands beside the steps (Y §2.1, §6): who pays for somebody else is not asked to sign up for auto debit. */
function Sidebar({ context }: { context: Context }) {
  const { person, facts, hasNewSidebar } = context;
  const isAutoDebitOff = person.role === 'borrower' && facts?.overview.autoDebitFlag === false;
  const disclaimer = (
    <Content
      section="payments"
      name="pay-now-disclaimer"
      fallback={<p>This is a one-time payment. It does not change your auto debit.</p>}
    />
  );
  return (
    <Stack>
      {hasNewSidebar ? (
        <Disclosure summary="Before you pay" open>
          {disclaimer}
        </Disclosure>
      ) : (
        <Card tone="quiet" heading="Before you pay">
          {disclaimer}
        </Card>
      )}
      {isAutoDebitOff && <AutoDebitSignUp />}
    </Stack>
  );
}

function AutoDebitSignUp() {
  const hasPage = usePages();
  return (
    <ContentCard
      section="payments"
      name="auto-debit-sign-up"
      tone="quiet"
      actions={hasPage(AUTO_DEBIT) ? <ButtonLink href={AUTO_DEBIT}>Sign up for auto debit</ButtonLink> : undefined}
    />
  );
}

const AUTO_DEBIT = '/payments/payment-auto-debit';

export interface StepProps {
  /** Counted from 0. */
  readonly current: number;
  /** What the sidebar is made from; without it there is none. */
  readonly context?: Context;
  readonly children: ReactNode;
}

/** A screen of the flow at its step, with the sidebar beside it. */
export function Step({ current, context, children }: StepProps) {
  return (
    <SidebarLayout sidebar={context && <Sidebar context={context} />}>
      <Stack gap="large">
        <Stepper steps={STEPS} current={current} label="Make a payment" />
        {children}
      </Stack>
    </SidebarLayout>
  );
}
