/** Eligibility for changing plans. */
import { expect, it } from 'vitest';
import { mayChangePlan } from '#domain/session/access/rules.ts';
import { toCents } from '#domain/money.ts';

const owing = (isFederal: boolean, cents: number) => ({ isFederal, payoff: toCents(cents) });

it.each([
  ['owes a cent on a federal group', [owing(true, 1)], true],
  ['owes on one federal group of several', [owing(true, 0), owing(false, 100), owing(true, 5)], true],
  ['has paid all that was federal', [owing(true, 0)], false],
  ['has paid more than was owed', [owing(true, -1)], false],
  ['owes on commercial groups alone', [owing(false, 100)], false],
  ['has no loans', [], false],
] as const)('whoever %s: %j, %s', (_, groups, expected) => {
  expect(mayChangePlan(groups)).toBe(expected);
});
