/** Answers the calls on hardship forbearance: whether it may be applied for, what it covers, and the application. */
import type { forbearance } from '#domain/forbearance/calls.ts';
import { coverageOf } from '#domain/postponement/coverage.ts';
import { hardshipEligibility, hardshipPeriod } from '#domain/postponement/hardship.ts';
import { inProcessFlags } from '#domain/postponement/rules.ts';
import { kindsInProcess, receiveApplication } from './applications.ts';
import { coverageFactsIn, sentCoverage } from './postponable.ts';
import type { Handler } from './scope.ts';

export const hardshipSummary: Handler<typeof forbearance.hardshipSummary> = async (scope) => {
  const [facts, kinds] = await Promise.all([coverageFactsIn(scope), kindsInProcess(scope)]);
  const coverage = coverageOf('hardship', facts);
  return {
    forbearanceHardshipSummary: {
      ...hardshipEligibility(facts),
      ...sentCoverage(coverage),
      ...hardshipPeriod(coverage),
      ...inProcessFlags(kinds).forbearanceHardshipSummary,
    },
  };
};

export const applyHardship: Handler<typeof forbearance.applyHardship> = (scope, { idempotencyKey }) =>
  receiveApplication(scope, {
    idempotencyKey,
    asked: { kind: 'hardship' },
    startDate: null,
    startsOn: (facts) => hardshipPeriod(coverageOf('hardship', facts)).nextCycleDate,
    check: () => undefined,
  });
