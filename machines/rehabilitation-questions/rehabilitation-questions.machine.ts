/** Whether somebody may have a rehabilitation training deferment (R §4 Rehabilitation training). */
import { rehabilitationTree } from '#domain/deferment/decision-trees.ts';
import { decisionTree } from '../kit/decision-tree.machine.ts';

export const rehabilitationQuestions = decisionTree({
  id: 'rehabilitationQuestions',
  description: 'Whether a borrower is in a recognized program of rehabilitation that takes most of the time',
  tree: rehabilitationTree,
});
