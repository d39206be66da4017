/** Returns the value. Throws if it is missing, which is a bug in the machine. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The machine needs ${what}, which is not there`);
  return value;
}
