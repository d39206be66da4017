/** Eligibility for changing plans, and default (ruling 97). */
import { expect, it } from 'vitest';
import { areAllInDefault } from '#domain/loan-default.ts';
import { mayChangePlan } from '#domain/session/access/rules.ts';
import { toCents } from '#domain/money.ts';

const owing = (isFederal: boolean, cents: number, daysPastDue = 0) => ({
  isFederal,
  payoff: toCents(cents),
  daysPastDue,
});

it.each([
  ['owes a cent on a federal group', [owing(true, 1)], true],
  ['owes on one federal group of several', [owing(true, 0), owing(false, 100), owing(true, 5)], true],
  ['has paid all that was federal', [owing(true, 0)], false],
  ['has paid more than was owed', [owing(true, -1)], false],
  ['owes on commercial groups alone', [owing(false, 100)], false],
  ['has no loans', [], false],
  ['is 269 days past due', [owing(true, 1, 269)], true],
  ['is in default', [owing(true, 1, 270), owing(true, 0), owing(false, 100)], false],
  ['is in default with one group of two', [owing(true, 1, 270), owing(true, 1)], true],
] as const)('a borrower who %s: %j, %s', (_, groups, expected) => {
  expect(mayChangePlan(groups)).toBe(expected);
});

it.each([
  ['at 269 days', [owing(true, 1, 269)], false],
  ['at 270 days', [owing(true, 1, 270), owing(true, 0), owing(false, 100)], true],
  ['with one group of two', [owing(true, 1, 270), owing(true, 1)], false],
  ['for private loans', [owing(false, 1, 1000)], false],
  ['for loans that are paid in full', [owing(true, 0, 1000)], false],
] as const)('all federal loans are in default %s: %s', (_, groups, expected) => {
  expect(areAllInDefault(groups)).toBe(expected);
});
