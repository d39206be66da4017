/** Questions about enrollment and attendance; the latter only if a school reports enrollment (R §4 In-school). */
import { inSchoolTree } from '#domain/repayment/deferment/decision-trees.ts';
import { decisionTree } from '../decision-tree/decision-tree.machine.ts';

export const inSchoolQuestions = decisionTree({
  id: 'inSchoolQuestions',
  description:
    "The borrower states whether they're enrolled, and whether they attend the school that reports enrollment",
  tree: inSchoolTree,
});
