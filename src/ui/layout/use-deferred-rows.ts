import { useDeferredValue } from 'react';

/** Approximate number of rows that fit in a window. */
const IN_SIGHT = 8;

/** Renders the first rows immediately and defers the rest. */
export function useDeferredRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isAllDrawn = useDeferredValue(true, false);
  return isAllDrawn ? rows : rows.slice(0, IN_SIGHT);
}
