/**
 * Creates a value on first use and caches it. For values that are expensive to create and that many pages never use.
 */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
