/** Handlers for hardship forbearance: eligibility, covered groups, and the application. */
import type { forbearance } from '#domain/repayment/forbearance/calls.ts';
import { computePostponementCoverage, postponementEligibility } from '#domain/repayment/postponement/coverage.ts';
import { hardshipPeriod } from '#domain/repayment/postponement/hardship.ts';
import { inProcessFlags } from '#domain/repayment/postponement/rules.ts';
import { kindsInProcess } from '../portfolio/applications-in-process.ts';
import { receiveApplication } from './applications.ts';
import { cachedPerLoansVersion } from '../loans-cache.ts';
import { readCoverageInput } from '../portfolio/coverage.ts';
import { sentCoverage } from './postponable.ts';
import type { Handler } from '../scope.ts';

/** Facts derived from the loans alone. */
const hardshipIn = cachedPerLoansVersion(async (scope) => {
  const facts = await readCoverageInput(scope);
  const coverage = computePostponementCoverage('hardship', facts);
  return { ...postponementEligibility('hardship', facts), ...sentCoverage(coverage), ...hardshipPeriod(coverage) };
});

export const hardshipSummary: Handler<typeof forbearance.hardshipSummary> = async (scope) => {
  const [hardship, kinds] = await Promise.all([hardshipIn(scope), kindsInProcess(scope)]);
  return { forbearanceHardshipSummary: { ...hardship, ...inProcessFlags(kinds).forbearanceHardshipSummary } };
};

export const applyHardship: Handler<typeof forbearance.applyHardship> = (scope, { idempotencyKey }) =>
  receiveApplication(scope, {
    idempotencyKey,
    asked: { kind: 'hardship' },
    startDate: null,
    startsOn: (facts) => hardshipPeriod(computePostponementCoverage('hardship', facts)).nextCycleDate,
    check: () => undefined,
  });
