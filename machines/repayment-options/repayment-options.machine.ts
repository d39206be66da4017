/** The page on which repayment options begin: what there is, the borrower's applications, and why somebody was sent here. */
import { entryNotice } from '#domain/access/rules.ts';
import type { SentBecause } from '#domain/access/shapes.ts';
import { closesOthers } from '#domain/postponement/rules.ts';
import { resourceOfParts } from '../kit/resource.machine.ts';
import { type RepaymentFacts, repaymentFacts } from '../repayment-facts/repayment-facts.machine.ts';

export interface RepaymentOptionsInput {
  /** Why the person was sent here; null for anybody who came by themselves. */
  readonly because: SentBecause | null;
  /** Whether the status of applications is shown: the feature flag `applicationStatusInfoEnabled`. */
  readonly isStatusShown: boolean;
}

export const repaymentOptions = resourceOfParts<RepaymentFacts, RepaymentOptionsInput, object>({
  id: 'repaymentOptions',
  description: 'The ways to postpone payments or to change the plan, and the applications for them',
  screen: { path: '/repayment-options', title: 'Repayment Options' },
  parts: repaymentFacts,
  hasNotice: ({ facts, applications }, { because }) =>
    entryNotice(because, { facts, isListed: applications.some(closesOthers) }) !== null,
  isEmpty: ({ applications }) => applications.length === 0,
});
