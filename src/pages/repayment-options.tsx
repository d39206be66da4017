/** Landing page of the repayment options. The query string contains the reason for a redirect to this page (P §5.1). */
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { sentBecause } from '#domain/session/access/rules.ts';
import { repaymentOptions } from '#machines/repayment/repayment-options/repayment-options.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { awaitFragment } from '../app/page/page.ts';
import { repaymentOptionsViews } from '../views/repayment/repayment-options/views.tsx';

/** The guides link to the application in process, which renders once the applications have loaded. */
function Frame({ children }: { readonly children: ReactNode }) {
  const { hash } = useLocation();
  useEffect(() => awaitFragment(hash), [hash]);
  return children;
}

export default defineFlow<typeof repaymentOptions>({
  machine: repaymentOptions,
  heading: 'Repayment Options',
  views: repaymentOptionsViews,
  Frame,
  // The addresses below it are other pages.
  getSubject: ({ search }) => sentBecause(search),
  input: ({ flags, query }) => ({ because: sentBecause(query), isStatusShown: flags.applicationStatusInfoEnabled }),
});
