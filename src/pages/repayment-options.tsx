/** Where the repayment options begin. The query of the address says why somebody was sent here (P §5.1). */
import { useEffect, useMemo } from 'react';
import { sentBecause } from '#domain/access/rules.ts';
import type { SentBecause } from '#domain/access/shapes.ts';
import { repaymentOptions } from '#machines/repayment-options/repayment-options.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { useLocation } from '../app/router/react.tsx';
import { awaitFragment } from '../app/shell/page.ts';
import { repaymentOptionsViews } from '../views/repayment-options/views.tsx';

const flowOf = (because: SentBecause | null) =>
  defineFlow<typeof repaymentOptions>({
    machine: repaymentOptions,
    heading: 'Repayment Options',
    views: repaymentOptionsViews,
    input: ({ flags }) => ({ because, isStatusShown: flags.applicationStatusInfoEnabled }),
  });

/**
 * Another reason is another start of the flow. It has one screen, so it is not tied to the address: the addresses below its
 * own are other pages.
 */
function Route() {
  const { search, hash } = useLocation();
  // The guides link to an application in process, which is rendered once the applications have loaded.
  useEffect(() => awaitFragment(hash), [hash]);
  const because = sentBecause(search);
  const flow = useMemo(() => flowOf(because), [because]);
  return <FlowRoute key={because} flow={flow} />;
}

export default { ...flowOf(null), Route };
