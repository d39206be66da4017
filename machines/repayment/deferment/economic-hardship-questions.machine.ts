/** Reasons for an economic hardship deferment (R §4 Economic hardship). */
import { economicHardshipTree } from '#domain/repayment/deferment/decision-trees.ts';
import { decisionTree } from '../decision-tree/decision-tree.machine.ts';

export const economicHardshipQuestions = decisionTree({
  id: 'economicHardshipQuestions',
  description: 'The borrower selects one of four situations; for poverty, family size and income decide',
  tree: economicHardshipTree,
  openResults: ['Poverty'],
});
