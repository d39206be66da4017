/** One payment of the history (Y §2.2). `?payment=` in the address names it by its opaque id. */
import { paymentDetails } from '#machines/payments/payment-details/payment-details.machine.ts';
import { paymentDetailsViews } from '../views/payments/payment-details/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { returnToList } from '../app/flow/url-view.ts';
import { queryId } from '../app/page/query-id.ts';
import { useRouter } from '../app/page/use-router.ts';
import { BackToActivity } from '../views/payments/payment-details/BackToActivity.tsx';

const HEADING = 'Payment History Details';

// An address without an id names no payment. For an unknown id, the server responds with 404.
const idIn = (query: string) => queryId(query, 'payment') ?? 'none';

const flow = defineFlow<typeof paymentDetails>({
  machine: paymentDetails,
  heading: HEADING,
  views: paymentDetailsViews,
  getSubject: ({ search }) => idIn(search),
  input: ({ query }) => ({ paymentDetailId: idIn(query) }),
});

function DetailsRoute() {
  const { router, browser } = useRouter();
  const goBack = () => void returnToList(router, '/payments/payment-activity', browser.tab);
  return (
    <>
      <BackToActivity onFollow={goBack} />
      <FlowRoute flow={flow} />
    </>
  );
}

export default { Component: DetailsRoute, isTitledByItself: true } satisfies ViewDefinition;
