/** Questions about an unemployment deferment (R §4 Unemployment flow). */
import { unemploymentTree } from '#domain/repayment/deferment/decision-trees.ts';
import { decisionTree } from '../decision-tree/decision-tree.machine.ts';

export const unemploymentQuestions = decisionTree({
  id: 'unemploymentQuestions',
  description: 'The borrower states whether they receive unemployment benefits or are looking for full-time work',
  tree: unemploymentTree,
});
