/**
 * Landing page of the repayment options: the options, the borrower's applications, and the reason for a redirect to it.
 */
import { entryNotice } from '#domain/session/access/rules.ts';
import type { SentBecause } from '#domain/session/access/shapes.ts';
import { closesOthers } from '#domain/repayment/postponement/rules.ts';
import { resourceOfParts } from '../../kit/resource.machine.ts';
import { type RepaymentOptionsData, repaymentFacts } from './repayment-facts.machine.ts';

export interface RepaymentOptionsInput {
  /** Reason for a redirect to the page, or null. */
  readonly because: SentBecause | null;
  /** Whether the status of applications is shown (flag `applicationStatusInfoEnabled`). */
  readonly isStatusShown: boolean;
}

export const repaymentOptions = resourceOfParts<RepaymentOptionsData, RepaymentOptionsInput, object>({
  id: 'repaymentOptions',
  description: "The ways to pause payments or to change the plan, and the borrower's applications",
  screen: { path: '/repayment-options', title: 'Repayment Options' },
  parts: repaymentFacts,
  hasNotice: ({ facts, applications }, { because }) =>
    entryNotice(because, { facts, isListed: applications.some(closesOthers) }) !== null,
  // A borrower without a balance, or with loans in default, gets no offers.
  isEmpty: ({ applications, facts }) =>
    applications.length === 0 && facts?.paidInFull == null && facts?.isInDefault !== true,
});
