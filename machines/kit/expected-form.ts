/** What a model expects of a form, from what it says by hand is wrong with the values. */
import type { FieldProblem } from '#domain/issue.ts';
import type { Form } from './form.ts';

/** The form with these values; errors show beside fields that were left, and all of them once it was attempted. */
export function expectedForm<Values extends object>(
  values: Values,
  problems: readonly FieldProblem[],
  { touched = [], attempted = false }: Partial<Pick<Form<Values>, 'touched' | 'attempted'>> = {},
): Form<Values> {
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

/** The fields that were left, once this one was. */
export const touching = (touched: readonly string[], field: string): readonly string[] => [
  ...new Set([...touched, field]),
];

/** The problem of a field, unless it is right. */
export const unless = (field: string, isRight: boolean, code: string, more: object = {}): readonly FieldProblem[] =>
  isRight ? [] : [{ field, issue: { code, ...more } }];
