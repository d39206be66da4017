/** The groups that a postponement covers, as they are sent. */
import type * as v from 'valibot';
import type { InCents } from '#domain/call.ts';
import {
  type PostponementCoverage,
  type PostponableGroup,
  computePostponementCoverage,
} from '#domain/repayment/postponement/coverage.ts';
import type { CoveredGroup, CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import type { Postponement } from '#domain/postponement-kinds.ts';
import { sumCents } from '#domain/money.ts';
import { cachedWithInput } from '../loans-cache.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';

/** Returns the principal of a group. */
export const sumPrincipal = ({ loans }: PostponableGroup) => sumCents(loans.map((loan) => loan.principal));

const sentGroup = (group: PostponableGroup): InCents<v.InferInput<typeof CoveredGroup>> => ({
  accountNumber: group.accountNumber,
  groupID: group.groupId,
  loanType: group.loanType,
  accountLoanType: group.accountLoanType,
  outstandingPrincipal: sumPrincipal(group),
});

/** Returns the groups that a postponement covers and those that it does not. */
export const sentCoverage = ({
  eligible,
  ineligible,
}: PostponementCoverage): InCents<v.InferInput<typeof CoveredGroups>> => ({
  eligibleGroups: eligible.map(sentGroup),
  ineligibleGroups: ineligible.map((group) => ({ ...sentGroup(group), reason: group.reason })),
});

/** Returns the coverage of a postponement kind, cached per version of the loans. */
export const sentCoverageIn = cachedWithInput(async (scope, kind: Postponement) =>
  sentCoverage(computePostponementCoverage(kind, await readCoverageInput(scope))),
);
