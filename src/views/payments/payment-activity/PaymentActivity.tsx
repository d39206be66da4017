/** The page Payment Activity: its sections, and a side panel (Y §2.2). */
import type { ReactNode } from 'react';
import { PAY_ADDRESS } from '#domain/payments/pay-link.ts';
import { ButtonLink, ContentCard, PageHeading, SidebarLayout, Stack } from '../../../ui/index.ts';

export interface PaymentActivityProps {
  readonly scheduled: ReactNode;
  readonly history: ReactNode;
  readonly total: ReactNode;
}

export const PaymentActivity = ({ scheduled, history, total }: PaymentActivityProps) => (
  <>
    <PageHeading>Payment Activity</PageHeading>
    <Stack gap="large">
      {/* A stack of cards alone would be as narrow as a form. */}
      <Stack gap="large">
        {scheduled}
        {history}
      </Stack>
      <SidebarLayout
        sidebarLabel="About your payments"
        sidebar={
          <ContentCard
            section="payments"
            name="payment-activity-side-panel"
            tone="quiet"
            heading="Good to know about payments"
            actions={
              <ButtonLink href={PAY_ADDRESS} variant="secondary">
                Make a Payment
              </ButtonLink>
            }
          />
        }
      >
        {total}
      </SidebarLayout>
    </Stack>
  </>
);
