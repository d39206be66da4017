/** Who may change a plan at all. */
import { expect, it } from 'vitest';
import { mayChangePlan } from '#domain/access/rules.ts';
import { centsFromDollars } from '#domain/money.ts';

const owing = (isFederal: boolean, dollars: number) => {
  const payoff = centsFromDollars(dollars);
  if (payoff === undefined) throw new Error(`${dollars} is no amount`);
  return { isFederal, payoff };
};

it.each([
  ['owes a cent on a federal group', [owing(true, 0.01)], true],
  ['owes on one federal group of several', [owing(true, 0), owing(false, 100), owing(true, 5)], true],
  ['has paid all that was federal', [owing(true, 0)], false],
  ['has paid more than was owed', [owing(true, -0.01)], false],
  ['owes on commercial groups alone', [owing(false, 100)], false],
  ['has no loans', [], false],
] as const)('whoever %s: %j, %s', (_, groups, expected) => {
  expect(mayChangePlan(groups)).toBe(expected);
});
