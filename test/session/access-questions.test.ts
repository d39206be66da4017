/** The questions of the access check, as a table. */
import { expect, it } from 'vitest';
import { questions } from '#machines/session/access/access-questions.ts';

const names = Object.keys(questions);

it('follow the order of ruling 37', () => {
  const order = [
    'askingIfClosed',
    'askingIfSignedIn',
    'askingIfPayer',
    'askingIfVeryDelinquent',
    'askingForAction',
    'askingForFeatureFlag',
    'askingForIdentity',
    'askingForAccountType',
    'askingForApplicationInProcess',
    'askingForEligibility',
  ];
  expect(names.filter((name) => order.includes(name))).toEqual(order);
});

it('proceed to a later question or a decision, never back', () => {
  const targets = (question: object): string[] =>
    [...JSON.stringify(question).matchAll(/"target":"(\w+)"/g)].map(([, target = '']) => target);
  for (const [index, question] of Object.values(questions).entries()) {
    const after = targets(question).filter((target) => names.includes(target));
    expect(after.filter((target) => names.indexOf(target) <= index)).toEqual([]);
  }
});

it('name their specification', () => {
  expect(names).toHaveLength(18);
  for (const { meta } of Object.values(questions)) expect(meta.source).toMatch(/^(?:P §\d|ruling \d)/);
});
