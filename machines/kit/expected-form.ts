/** Builds the expected state of a form from handwritten validation problems. */
import type { AnyEventObject } from 'xstate';
import type { FieldProblem } from '#domain/issue.ts';
import type { Form } from './form.ts';

/**
 * Returns the form with these values. Errors are shown beside touched fields, or beside all fields after an attempt to
 * submit, which ends once no problem is left.
 */
export function expectedForm<Values extends object>(
  values: Values,
  problems: readonly FieldProblem[],
  before: Partial<Pick<Form<Values>, 'touched' | 'attempted'>> = {},
): Form<Values> {
  const attempted = before.attempted === true && problems.length > 0;
  const touched = before.attempted === true && !attempted ? Object.keys(values) : (before.touched ?? []);
  const shown = problems.filter(({ field }) => attempted || touched.includes(field));
  return {
    values,
    touched,
    attempted,
    problems,
    errors: Object.fromEntries(shown.map(({ field, issue }) => [field, issue])),
    panel: attempted ? problems : [],
  };
}

/** Returns the touched fields after this field was left. */
export const touching = (touched: readonly string[], field: string): readonly string[] => [
  ...new Set([...touched, field]),
];

/** Returns the problem of a field as a list, or an empty list if the field is valid. */
export const unless = (field: string, isRight: boolean, code: string, more: object = {}): readonly FieldProblem[] =>
  isRight ? [] : [{ field, issue: { code, ...more } }];

/**
 * Returns false for a change of a field while an earlier field is empty: paths fill in a form in the order of its
 * values.
 */
export function isInOrder({ type, field }: AnyEventObject, values: object): boolean {
  const names = Object.keys(values);
  const before = type === 'field.changed' ? names.slice(0, Math.max(names.indexOf(String(field)), 0)) : [];
  return before.every((name) => Reflect.get(values, name) !== '');
}
