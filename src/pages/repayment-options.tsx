/** Where the repayment options begin. The query of the address says why somebody was sent here (P §5.1). */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { sentBecause } from '#domain/access/rules.ts';
import type { SentBecause } from '#domain/access/shapes.ts';
import { access } from '#domain/access/calls.ts';
import { postponement } from '#domain/postponement/calls.ts';
import { repaymentOptions } from '#machines/repayment-options/repayment-options.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute, type FlowRouteProps } from '../app/flow/FlowRoute.tsx';
import { repaymentOptionsViews } from '../views/repayment-options/views.tsx';

const flowOf = (because: SentBecause | null) =>
  defineFlow<typeof repaymentOptions>({
    machine: repaymentOptions,
    views: repaymentOptionsViews,
    input: ({ flags }) => ({ because, isStatusShown: flags.applicationStatusInfoEnabled }),
    firstCalls: () => [{ call: postponement.applications }, { call: access.facts }],
  });

/** Another reason is another start of the flow. */
function Route({ route }: Pick<FlowRouteProps<typeof repaymentOptions, never>, 'route'>) {
  const { search } = useLocation();
  const because = sentBecause(search);
  const flow = useMemo(() => flowOf(because), [because]);
  return <FlowRoute key={because} flow={flow} {...(route && { route })} />;
}

export default { ...flowOf(null), Route };
