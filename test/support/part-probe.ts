/** Records and replaces the values of conditions in instrumented source (`condition-parts.ts`), while a guard runs. */

/** Replacement of a condition's value. */
export type Fault = 'always true' | 'always false' | 'negated';
export const FAULTS: readonly Fault[] = ['always true', 'always false', 'negated'];

/** Values that a condition had in one call of a guard. */
export interface Seen {
  isTrue: boolean;
  isFalse: boolean;
  /** False if a value was neither true nor false: the operand is a value, such as that of `name || 'none'`. */
  isBoolean: boolean;
}

let depth = 0;
let seen: Map<number, Seen> | undefined;
let faulty: { readonly id: number; readonly fault: Fault } | undefined;

/** Passes the value of a condition on. Instrumented source calls it for each condition. */
export function part(id: number, value: unknown): unknown {
  if (depth === 0) return value;
  if (seen !== undefined) {
    const known = seen.get(id) ?? { isTrue: false, isFalse: false, isBoolean: true };
    if (value) known.isTrue = true;
    else known.isFalse = true;
    if (typeof value !== 'boolean') known.isBoolean = false;
    seen.set(id, known);
  }
  if (faulty?.id !== id) return value;
  return faulty.fault === 'negated' ? !value : faulty.fault === 'always true';
}

/** Runs a guard. Faults have an effect only inside. */
export function inGuard<Result>(run: () => Result): Result {
  depth += 1;
  try {
    return run();
  } finally {
    depth -= 1;
  }
}

/** Runs a function, and returns the values of all conditions that it asks in guards. */
export function recordParts(run: () => void): ReadonlyMap<number, Seen> {
  const before = seen;
  const all = new Map<number, Seen>();
  seen = all;
  try {
    run();
  } finally {
    seen = before;
  }
  return all;
}

/** Runs a function with a fault in a condition. */
export function withFault<Result>(id: number, fault: Fault, run: () => Result): Result {
  const before = faulty;
  faulty = { id, fault };
  try {
    return run();
  } finally {
    faulty = before;
  }
}
