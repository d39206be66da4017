/** What must be there, since the chart has come this far. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The chart has come so far without ${what}`);
  return value;
}
