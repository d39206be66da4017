/** Whether somebody is enrolled, and attends the school that reports its enrollments (R §4 In-school). */
import { inSchoolTree } from '#domain/deferment/decision-trees.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';

export const inSchoolQuestions = decisionTree({
  id: 'inSchoolQuestions',
  description: 'Whether a borrower is enrolled, and attends the school that reports its enrollments',
  tree: inSchoolTree,
});
