/** Something that is made when it is first used, and kept from then on: making it takes long, and a page may never use it. */
export function onFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
