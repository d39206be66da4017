/** What the benefits for people on active duty depend on, where hostile pay does not count (R §4 Military). */
import { militaryTreeWithoutHostilePay } from '#domain/military/questions.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';
import { militaryFields } from '../military-questions/military-questions.machine.ts';

export const militaryQuestionsWithoutHostilePay = decisionTree({
  id: 'militaryQuestionsWithoutHostilePay',
  description: 'What the benefits for people on active duty depend on; no loan is new enough for hostile pay',
  tree: militaryTreeWithoutHostilePay,
  fields: militaryFields,
});
