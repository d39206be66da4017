/** Layout of the payment flow's four steps: the stepper and the sidebar. */
import type { ReactNode } from 'react';
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
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
} from '../../../ui/index.ts';

const STEPS = ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'] as const;

type Context = ViewProps<typeof payflow>['state']['context'];

export interface PaymentSidebarProps {
  readonly context: Context;
  /** Whether this content is below the step, because the summary is beside it. */
  readonly isBelow?: boolean;
  /** Introduction to the step. */
  readonly intro?: ReactNode;
}

/** Content beside the steps (Y §2.1, §6). Payers get no offer to sign up for auto debit. */
export function PaymentSidebar({ context, isBelow = false, intro }: PaymentSidebarProps) {
  const { person, facts, hasNewSidebar } = context;
  const isAutoDebitOff = person.role === 'borrower' && facts?.overview.autoDebitFlag === false;
  const disclaimer = (
    <Content
      section="payments"
      name="pay-now-disclaimer"
      fallback={<p>This is a one-time payment. It doesn't change your auto debit.</p>}
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

/** Stepper of the payment flow. `current` is 0-based. */
export const Progress = ({ current }: { readonly current: number }) => (
  <Stepper steps={STEPS} current={current} label="Make a payment" />
);

export interface StepProps {
  /** 0-based. */
  readonly current: number;
  /** Context for the default sidebar. */
  readonly context?: Context;
  /** Replaces the default sidebar. */
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}

/** A step of the flow with its sidebar. */
export function Step({
  current,
  context,
  sidebar = context && <PaymentSidebar context={context} />,
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
