/** The value, which must be there by the time the machine asks for it. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The machine needs ${what}, which is not there`);
  return value;
}
