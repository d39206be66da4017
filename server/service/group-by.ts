/** Groups rows by a key. */

/** Returns the rows of each key, in their order. The keys are in the order of their first rows. */
export function byKey<Row>(rows: readonly Row[], getKey: (row: Row) => string): Map<string, [Row, ...Row[]]> {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = getKey(row);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [row]);
    else same.push(row);
  }
  return groups;
}

/** Returns the rows of each account, like {@link byKey}. */
export const byAccount = <Row extends { readonly accountId: string }>(rows: readonly Row[]) =>
  byKey(rows, ({ accountId }) => accountId);

/** Returns the rows of each key without the keys, like {@link byKey}. */
export const groupBy = <Row>(rows: readonly Row[], getKey: (row: Row) => string): [Row, ...Row[]][] => [
  ...byKey(rows, getKey).values(),
];
