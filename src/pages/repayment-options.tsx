/** Landing page of the repayment options. The query string contains the reason for a redirect to this page (P §5.1). */
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { sentBecause } from '#domain/session/access/rules.ts';
import type { SentBecause } from '#domain/session/access/shapes.ts';
import { repaymentOptions } from '#machines/repayment/repayment-options/repayment-options.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { awaitFragment } from '../app/page/page.ts';
import { repaymentOptionsViews } from '../views/repayment/repayment-options/views.tsx';

const flowOf = (because: SentBecause | null) =>
  defineFlow<typeof repaymentOptions>({
    machine: repaymentOptions,
    heading: 'Repayment Options',
    views: repaymentOptionsViews,
    input: ({ flags }) => ({ because, isStatusShown: flags.applicationStatusInfoEnabled }),
  });

/**
 * Starts a new instance of the flow for each reason. The flow has one screen and does not sync with the URL, because
 * the addresses below it are other pages.
 */
function Route() {
  const { search, hash } = useLocation();
  // The guides link to the application in process, which renders once the applications have loaded.
  useEffect(() => awaitFragment(hash), [hash]);
  const because = sentBecause(search);
  const flow = useMemo(() => flowOf(because), [because]);
  return <FlowRoute key={because} flow={flow} />;
}

export default { ...flowOf(null), Route };
