/** Whether somebody is enrolled, where no school reports its enrollments (R §4 In-school; ruling 43). */
import { enrollmentTree } from '#domain/deferment/decision-trees.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';

export const enrollmentQuestion = decisionTree({
  id: 'enrollmentQuestion',
  description: 'Whether a borrower is enrolled; no school reports it, so that it is not asked who attends',
  tree: enrollmentTree,
});
