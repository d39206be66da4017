/** Questions about active duty; the one about hostile pay is conditional (R §4 Military). */
import * as v from 'valibot';
import { militaryTree } from '#domain/repayment/military/questions.ts';
import * as rules from '#domain/repayment/military/rules.ts';
import { DateLimits, MilitaryValues } from '#domain/repayment/military/shapes.ts';
import { type DecisionFields, decisionTree } from '../decision-tree/decision-tree.machine.ts';

/** Operation and dates, shown under the answers that ask for them. */
export const militaryFields: DecisionFields = {
  empty: rules.emptyValues,
  entries: (facts, values) => rules.fieldEntries(v.parse(DateLimits, facts), v.parse(MilitaryValues, values)),
  deriveOnChange: (field, values) => rules.withChanged(field, v.parse(MilitaryValues, values)),
};

export const militaryQuestions = decisionTree({
  id: 'militaryQuestions',
  description: 'The borrower answers the questions about active duty; hostile pay only if a loan is recent enough',
  tree: militaryTree,
  fields: militaryFields,
});
