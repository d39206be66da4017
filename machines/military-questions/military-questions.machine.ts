/** What the benefits for people on active duty depend on, where hostile pay is asked about (R §4 Military). */
import * as v from 'valibot';
import { militaryTree } from '#domain/military/questions.ts';
import * as rules from '#domain/military/rules.ts';
import { DateFacts, MilitaryValues } from '#domain/military/shapes.ts';
import { type DecisionFields, decisionTree } from '../kit/decision-tree.machine.ts';

/** The operation and the dates, which stand under the answers that ask for them. */
export const militaryFields: DecisionFields = {
  empty: rules.emptyValues,
  entries: (facts, values) => rules.fieldEntries(v.parse(DateFacts, facts), v.parse(MilitaryValues, values)),
  deriveOnChange: (field, values) => rules.withChanged(field, v.parse(MilitaryValues, values)),
};

export const militaryQuestions = decisionTree({
  id: 'militaryQuestions',
  description: 'What the benefits for people on active duty depend on, hostile pay among it',
  tree: militaryTree,
  fields: militaryFields,
});
