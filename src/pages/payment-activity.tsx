/**
 * Payment Activity (Y §2.2): scheduled payments, the history and the total paid to date, each a separate flow. The view
 * of the history is in the URL.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ContextFrom, EventObject } from 'xstate';
import { paymentHistory } from '#machines/payments/payment-history/payment-history.machine.ts';
import { scheduledPayments } from '#machines/payments/scheduled-payments/scheduled-payments.machine.ts';
import { totalPaid } from '#machines/payments/total-paid/total-paid.machine.ts';
import { formatViewQuery, parseView } from '#domain/payments/history-link.ts';
import type { HistoryView } from '#domain/payments/history-shapes.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { SectionFlow } from '../app/flow/SectionFlow.tsx';
import { UrlView } from '../app/flow/url-view.ts';
import { useRouter } from '../app/page/use-router.ts';
import { useRestoredScroll } from '../app/page/restored-scroll.ts';
import { PaymentActivity } from '../views/payments/payment-activity/PaymentActivity.tsx';
import { paymentHistoryViews } from '../views/payments/payment-history/views.tsx';
import { scheduledPaymentsViews } from '../views/payments/scheduled-payments/views.tsx';
import { totalPaidViews } from '../views/payments/total-paid/views.tsx';

const scheduled = defineFlow<typeof scheduledPayments>({
  machine: scheduledPayments,
  views: scheduledPaymentsViews,
  isRefreshed: true,
  input: ({ person }) => ({ role: person?.role ?? 'payer' }),
});

const historyIn = (view: UrlView<HistoryView>) =>
  defineFlow<typeof paymentHistory>({
    machine: paymentHistory,
    views: paymentHistoryViews,
    isRefreshed: true,
    input: ({ person, configuration }) => ({
      role: person?.role ?? 'payer',
      pageSize: configuration.paymentHistoryPageSize,
      view: view.read(),
    }),
  });

const total = defineFlow<typeof totalPaid>({
  machine: totalPaid,
  views: totalPaidViews,
  isRefreshed: true,
  input: () => ({}),
});

const address = {
  path: '/payments/payment-activity',
  parse: parseView,
  toQuery: formatViewQuery,
  toState: ({ search }: HistoryView) => (search === '' ? {} : { historySearch: search }),
};

function ActivityRoute() {
  const { router, browser } = useRouter();
  const [view] = useState(() => new UrlView<HistoryView>(router, address, browser.tab));
  const [history] = useState(() => historyIn(view));
  /** The number of navigations (link, Back or Forward) to another view of the history. */
  const visits = useSyncExternalStore(view.subscribe, view.visits);
  const [scroll] = useState(() => view.scrollOfView());
  useRestoredScroll(scroll);
  useEffect(() => view.rememberScroll(), [view]);
  const [select] = useState(() => (context: ContextFrom<typeof paymentHistory>) => view.write(context.view));
  const [changed, setChanged] = useState<EventObject>();
  const [emitted] = useState(() => ({
    type: 'payments.changed',
    hear: () => setChanged({ type: 'payments.changed' }),
  }));
  return (
    <PaymentActivity
      scheduled={<SectionFlow flow={scheduled} emitted={emitted} />}
      history={<SectionFlow key={visits} flow={history} onChange={select} signal={changed} />}
      total={<SectionFlow flow={total} />}
    />
  );
}

export default { Component: ActivityRoute } satisfies ViewDefinition;
