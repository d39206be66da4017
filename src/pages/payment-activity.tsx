/**
 * Payment Activity (Y §2.2): scheduled payments, the history and the total paid to date, each a separate flow. The view
 * of the history is in the URL.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { EventObject } from 'xstate';
import { historyViewOf, paymentHistory } from '#machines/payments/payment-history/payment-history.machine.ts';
import { scheduledPayments } from '#machines/payments/scheduled-payments/scheduled-payments.machine.ts';
import { totalPaid } from '#machines/payments/total-paid/total-paid.machine.ts';
import { queryOfView, viewOfAddress } from '#domain/payments/history-link.ts';
import { HistoryView } from '#domain/payments/history-shapes.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { SectionFlow } from '../app/flow/SectionFlow.tsx';
import { ViewMemory } from '../app/flow/view-memory.ts';
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

/** The view that the address names. It has no version, as a draft has: an address is read as far as it can be. */
function viewIn(kept: unknown): HistoryView | null {
  const view = v.safeParse(HistoryView, kept);
  return view.success ? view.output : null;
}

const history = defineFlow<typeof paymentHistory, HistoryView>({
  machine: paymentHistory,
  views: paymentHistoryViews,
  isRefreshed: true,
  draft: { schema: HistoryView, migrations: [], of: historyViewOf },
  input: ({ person, configuration, drafts }) => ({
    role: person?.role ?? 'payer',
    pageSize: configuration.paymentHistoryPageSize,
    view: viewIn(drafts.read(paymentHistory.id)),
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
  parse: viewOfAddress,
  queryOf: queryOfView,
  stateOf: ({ search }: HistoryView) => (search === '' ? {} : { historySearch: search }),
  isView: (value: unknown): value is HistoryView => v.is(HistoryView, value),
};

function ActivityRoute() {
  const { router, browser } = useRouter();
  const [memory] = useState(() => new ViewMemory<HistoryView>(router, address, browser.tab));
  /** How often a link, Back or Forward has led to another view of the history. */
  const visits = useSyncExternalStore(memory.subscribe, memory.visits);
  const [scroll] = useState(() => memory.scrollOfView());
  useRestoredScroll(scroll);
  useEffect(() => memory.rememberScroll(), [memory]);
  const [changed, setChanged] = useState<EventObject>();
  const [emitted] = useState(() => ({
    type: 'payments.changed',
    hear: () => setChanged({ type: 'payments.changed' }),
  }));
  return (
    <PaymentActivity
      scheduled={<SectionFlow flow={scheduled} emitted={emitted} />}
      history={<SectionFlow key={visits} flow={history} drafts={memory} signal={changed} />}
      total={<SectionFlow flow={total} />}
    />
  );
}

export default { Component: ActivityRoute } satisfies ViewDefinition;
