/** Questions about a rehabilitation training deferment (R §4 Rehabilitation training). */
import { rehabilitationTree } from '#domain/repayment/deferment/decision-trees.ts';
import { decisionTree } from '../decision-tree/decision-tree.machine.ts';

export const rehabilitationQuestions = decisionTree({
  id: 'rehabilitationQuestions',
  description:
    "The borrower states whether they're in a recognized rehabilitation program that takes up most of their time",
  tree: rehabilitationTree,
});
