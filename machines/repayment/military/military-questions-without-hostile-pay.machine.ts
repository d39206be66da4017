/** Questions about active duty, for loans without the hostile pay benefit (R §4 Military). */
import { militaryTreeWithoutHostilePay } from '#domain/repayment/military/questions.ts';
import { decisionTree } from '../../kit/decision-tree.machine.ts';
import { militaryFields } from './military-questions.machine.ts';

export const militaryQuestionsWithoutHostilePay = decisionTree({
  id: 'militaryQuestionsWithoutHostilePay',
  description: 'The borrower answers the questions about active duty; no loan is recent enough for hostile pay',
  tree: militaryTreeWithoutHostilePay,
  fields: militaryFields,
});
