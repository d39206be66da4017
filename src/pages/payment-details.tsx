/** One payment of the history (Y §2.2). `?payment=` in the address names it by its opaque id. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { paymentDetails } from '#machines/payments/payment-details/payment-details.machine.ts';
import { paymentDetailsViews } from '../views/payments/payment-details/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { listLeftAt } from '../app/flow/view-memory.ts';
import { queryId } from '../app/page/query-id.ts';
import { useRouter } from '../app/page/use-router.ts';
import { BackToActivity } from '../views/payments/payment-details/BackToActivity.tsx';

const HEADING = 'Payment History Details';

const flowOf = (paymentDetailId: string) =>
  defineFlow<typeof paymentDetails>({
    machine: paymentDetails,
    heading: HEADING,
    views: paymentDetailsViews,
    input: () => ({ paymentDetailId }),
  });

function DetailsRoute() {
  const { router, browser } = useRouter();
  // An address without an id names no payment; the server says so of any id that it does not know.
  const id = queryId(useLocation().search, 'payment') ?? 'none';
  const flow = useMemo(() => flowOf(id), [id]);
  const goBack = () => {
    const { address, state } = listLeftAt('/payments/payment-activity', browser.tab);
    void router.navigate(address, { state });
  };
  return (
    <>
      <BackToActivity onFollow={goBack} />
      <FlowRoute key={id} flow={flow} />
    </>
  );
}

export default { Component: DetailsRoute, isTitledByItself: true } satisfies ViewDefinition;
