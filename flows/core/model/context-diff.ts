/** The differences between two contexts of a machine. */

export interface ContextDifference {
  /** The path of the property: `review.values.terms`. */
  readonly path: string;
  /** The values as text; undefined if the property does not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Writes a value as JSON. What JSON cannot say is written as text. */
export const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint' || typeof each === 'symbol') return String(each);
    if (typeof each === 'function') return `function ${each.name}`;
    return each instanceof Map || each instanceof Set ? [...each] : each;
  }) ?? 'undefined';

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the properties that differ, of plain objects those within. Lists are compared as a whole. */
export function contextDiff(before: unknown, after: unknown, path = ''): ContextDifference[] {
  if (Object.is(before, after)) return [];
  const isEntered = isPlain(before) && isPlain(after);
  if (isEntered) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      contextDiff(Reflect.get(before, name), Reflect.get(after, name), path === '' ? name : `${path}.${name}`),
    );
  }
  const [was, is] = [before, after].map((value) => (value === undefined ? undefined : formatValue(value)));
  return was === is ? [] : [{ path, before: was, after: is }];
}
