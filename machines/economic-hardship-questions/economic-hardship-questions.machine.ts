/** For which reason somebody may have an economic hardship deferment (R §4 Economic hardship). */
import { economicHardshipTree } from '#domain/deferment/decision-trees.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';

export const economicHardshipQuestions = decisionTree({
  id: 'economicHardshipQuestions',
  description: 'Which of four situations is the borrower’s; poverty is decided by family size and income',
  tree: economicHardshipTree,
  openResults: ['Poverty'],
});
