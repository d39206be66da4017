/** Question about enrollment, for a school that does not report it (R §4 In-school; ruling 43). */
import { enrollmentTree } from '#domain/repayment/deferment/decision-trees.ts';
import { decisionTree } from '../../kit/decision-tree.machine.ts';

export const enrollmentQuestion = decisionTree({
  id: 'enrollmentQuestion',
  description:
    'The borrower states whether they are enrolled; no school reports enrollment, so there is no question about attendance',
  tree: enrollmentTree,
});
