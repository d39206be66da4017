import { useDeferredValue } from 'react';

/** About as many rows as a window has room for. */
const IN_SIGHT = 8;

/** The first of many rows, and all of them a moment later: what is in sight is drawn before what is not. */
export function useFirstDrawn<Row>(rows: readonly Row[]): readonly Row[] {
  const isAllDrawn = useDeferredValue(true, false);
  return isAllDrawn ? rows : rows.slice(0, IN_SIGHT);
}
