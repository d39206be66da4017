/** What the four screens of the payment flow share: the stepper and the sidebar. */
import type { ReactNode } from 'react';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import {
  ButtonLink,
  Card,
  Columns,
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

export interface BesidePaymentProps {
  readonly context: Context;
  /** Whether it stands below the step, where the summary is beside it. */
  readonly isBelow?: boolean;
  /** What a step says of itself there. */
  readonly intro?: ReactNode;
}

/** What stands beside the steps (Y §2.1, §6): who pays for somebody else is not asked to sign up for auto debit. */
export function BesidePayment({ context, isBelow = false, intro }: BesidePaymentProps) {
  const { person, facts, hasNewSidebar } = context;
  const isAutoDebitOff = person.role === 'borrower' && facts?.overview.autoDebitFlag === false;
  const disclaimer = (
    <Content
      section="payments"
      name="pay-now-disclaimer"
      fallback={<p>This is a one-time payment. It does not change your auto debit.</p>}
    />
  );
  const parts = (
    <>
      {intro && (
        <Card tone="quiet" heading="How this payment is made">
          {intro}
        </Card>
      )}
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
    </>
  );
  return isBelow ? <Columns of="texts">{parts}</Columns> : <Stack>{parts}</Stack>;
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

/** Which step it is, counted from 0. */
export const Progress = ({ current }: { readonly current: number }) => (
  <Stepper steps={STEPS} current={current} label="Make a payment" />
);

export interface StepProps {
  /** Counted from 0. */
  readonly current: number;
  /** What the sidebar is made from. */
  readonly context?: Context;
  /** What stands in the sidebar instead. */
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the flow at its step, with a sidebar beside it. */
export function Step({
  current,
  context,
  sidebar = context && <BesidePayment context={context} />,
  children,
}: StepProps) {
  return (
    <SidebarLayout sidebar={sidebar}>
      <Stack gap="large">
        <Progress current={current} />
        {children}
      </Stack>
    </SidebarLayout>
  );
}
