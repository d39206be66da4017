/** The walks that `npm run coverage:flows` requires of a flow, and the missing parts that it reports. */
import { expect, it } from 'vitest';
import type { FlowModel } from 'xstate-workbench/model';
import deferment from '#machines/repayment/deferment/deferment.model.ts';
import defermentFacts from '#machines/repayment/deferment/deferment-facts.model.ts';
import { expectationsOnScreen } from 'xstate-workbench/model/expectations';
import { measureOnScreen } from '#test/support/coverage.ts';
import { getRequiredLevels, missing } from '#test/support/coverage-report.ts';

/** Returns the expectations that are missing on the screen after walks that saw these; none if it was not walked. */
function findMissing(model: FlowModel, seen?: readonly string[]): string[] {
  const levels = new Map(seen === undefined ? [] : [[2 as const, measureOnScreen(model, seen)]]);
  return missing({ model, levels, due: getRequiredLevels(model) }, 2);
}
const { withoutScreen, ...withoutReason } = defermentFacts;

it('requires walks on the screen of every machine whose model gives no reason', () => {
  expect(findMissing(deferment)).toEqual(['deferment: no walk at level 2 since the machine changed']);
  expect(withoutScreen).toContain('It loads data for a flow');
  expect(findMissing(defermentFacts)).toEqual([]);
  expect(findMissing(withoutReason)).toEqual(['defermentFacts: no walk at level 2 since the machine changed']);
});

it('reports each expectation that no walk saw', () => {
  const all = expectationsOnScreen(withoutReason);
  const [first, ...others] = all;
  expect(findMissing(withoutReason, all)).toEqual([]);
  expect(findMissing(withoutReason, others)).toEqual([`defermentFacts, level 2: not walked: ${first}`]);
});
