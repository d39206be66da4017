/** Guide to repayment options (ruling 51): the options, and whether the borrower can apply for each of them now. */
import { access } from '#domain/session/access/calls.ts';
import { entryToApplication } from '#domain/session/access/rules.ts';
import type { Entry } from '#domain/session/access/shapes.ts';
import type { PortalFeatures, PortalRoute } from '#domain/portal/routes.ts';
import { getFirstScreen, routeExists, findRoute } from '#domain/portal/routes.ts';
import { type Guide, applicationAddress, entryAddresses, guideKinds } from '#domain/repayment/postponement/guides.ts';
import type { GuideKind } from '#domain/applications/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

/** Option with the route of its flow. */
export interface OfferedOption {
  readonly kind: GuideKind;
  readonly route: PortalRoute;
}

export interface RepaymentGuideInput {
  readonly guide: Guide;
  /** Options of the guide whose flow is a page of the portal. */
  readonly options: readonly OfferedOption[];
}

/** Option as shown in the guide. */
export interface GuideOption {
  readonly kind: GuideKind;
  /** First URL of its flow. */
  readonly href: string;
  readonly entry: Entry;
}

/**
 * Returns the options of a guide whose flow is a page of the portal. An option without a page is not offered (ruling
 * 36).
 */
export const offeredOptions = (guide: Guide, facts: PortalFeatures): readonly OfferedOption[] =>
  guideKinds[guide].flatMap((kind) => {
    const route = findRoute(entryAddresses[kind]);
    return routeExists(route, facts) ? [{ kind, route }] : [];
  });

export const repaymentGuide = resource({
  id: 'repaymentGuide',
  description: 'A guide to repayment options, with the ones for which the borrower can apply now',
  load: call(access.facts),
  request: () => ({}),
  data: (facts, { options }: RepaymentGuideInput): readonly GuideOption[] =>
    options.map(({ kind, route }) => ({
      kind,
      href: applicationAddress(kind, getFirstScreen(route)),
      entry: entryToApplication(facts, kind, route.eligibility),
    })),
  isEmpty: ({ length }) => length === 0,
});
