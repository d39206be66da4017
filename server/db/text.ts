/** Detects text that PostgreSQL cannot store: NUL characters, and lone surrogates, which `jsonb` rejects. */

/** Returns whether the database can store a text. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);

/** Returns the dotted paths of all texts and property names within the JSON `value` that the database cannot store. */
export function unstorableFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // The invalid name itself must not appear in the response.
    isStorable(name) ? unstorableFields(inner, path === '' ? name : `${path}.${name}`) : [path],
  );
}
