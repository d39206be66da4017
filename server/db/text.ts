/** Text that PostgreSQL cannot store: it has NUL, or a lone surrogate, which `jsonb` refuses. A query with it fails. */

/** Returns whether the database can store a text. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

/** Returns the dotted paths of all texts and property names within `value`, plain JSON, that the database cannot store. */
export function unstorableFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // The name itself stays out of the answer.
    isStorable(name) ? unstorableFields(inner, path === '' ? name : `${path}.${name}`) : [path],
  );
}
