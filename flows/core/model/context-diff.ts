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
  stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint' || typeof each === 'symbol') return String(each);
    if (typeof each === 'function') return `function ${each.name}`;
    return each instanceof Map || each instanceof Set ? [...each] : each;
  }) ?? 'undefined';

/** Writes JSON in which a value that contains itself is `(circular)` there. */
export function stringify(
  value: unknown,
  replace: (key: string, value: unknown) => unknown = (_, each) => each,
  space?: number,
): string | undefined {
  try {
    return JSON.stringify(value, replace, space);
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // Copies of the containers around the current value, and their originals.
    const around: { readonly copy: unknown; readonly original: unknown }[] = [];
    return JSON.stringify(
      value,
      function stop(this: unknown, key, each: unknown): unknown {
        around.length = around.findLastIndex(({ copy }) => copy === this) + 1;
        if (around.some(({ original }) => original === each && typeof each === 'object')) return '(circular)';
        const replaced = replace(key, each);
        if (typeof replaced === 'object' && replaced !== null) around.push({ copy: replaced, original: each });
        return replaced;
      },
      space,
    );
  }
}

/** Returns whether a value is an object without a class, such as an object literal. */
export const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the properties that differ, of plain objects those within. Lists are compared as a whole. */
export function contextDiff(
  before: unknown,
  after: unknown,
  path = '',
  around: readonly unknown[] = [],
): ContextDifference[] {
  if (Object.is(before, after)) return [];
  const isEntered = isPlain(before) && isPlain(after) && !around.includes(after);
  if (isEntered) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      contextDiff(Reflect.get(before, name), Reflect.get(after, name), path === '' ? name : `${path}.${name}`, [
        ...around,
        after,
      ]),
    );
  }
  const [was, is] = [before, after].map((value) => (value === undefined ? undefined : formatValue(value)));
  return was === is ? [] : [{ path, before: was, after: is }];
}
