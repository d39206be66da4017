/** Guides to repayment options (ruling 51), each with a separate address. */
import { findRoute } from '#domain/portal/routes.ts';
import { GUIDES, guideAddresses } from '#domain/repayment/postponement/guides.ts';
import { offeredOptions, repaymentGuide } from '#machines/repayment/repayment-guide/repayment-guide.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { repaymentGuideViews } from '../views/repayment/repayment-guide/views.tsx';

export default defineFlow<typeof repaymentGuide>({
  machine: repaymentGuide,
  views: repaymentGuideViews,
  headingIn: ({ input: { guide } }) => findRoute(guideAddresses[guide])?.title,
  input: ({ address, configuration }) => {
    const guide = GUIDES.find((each) => guideAddresses[each] === address) ?? 'cannotAfford';
    return { guide, options: offeredOptions(guide, configuration.signIn) };
  },
});
