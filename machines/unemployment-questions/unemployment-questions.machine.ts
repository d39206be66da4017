/** Whether somebody may have an unemployment deferment (R §4 Unemployment flow). */
import { unemploymentTree } from '#domain/deferment/decision-trees.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';

export const unemploymentQuestions = decisionTree({
  id: 'unemploymentQuestions',
  description: 'Whether a borrower receives unemployment benefits, or is looking for full-time work',
  tree: unemploymentTree,
});
