/**
 * Screen paths with parameters from the machine's context: in `/documents/inbox/message/:documentId`, `:documentId` is
 * the value of the context property `documentId`.
 */

const splitPath = (path: string): string[] => path.split('/');

const parseParameter = (part: string): string | undefined => (part.startsWith(':') ? part.slice(1) : undefined);

/** Decodes a segment of an address. Returns a segment with an invalid encoding unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the address of a screen, with the parts that its path names taken from the context. */
export const fillPath = (path: string, context: object): string =>
  splitPath(path)
    .map((part) => {
      const name = parseParameter(part);
      return name === undefined ? part : encodeURIComponent(String(Reflect.get(context, name)));
    })
    .join('/');

/** Returns the parts of an address that a screen's path names; undefined where the address is not one of that screen. */
export function matchScreen(path: string, address: string): Readonly<Record<string, string>> | undefined {
  const requested = splitPath(path);
  const given = splitPath(address);
  if (requested.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of requested.entries()) {
    const found = given[index] ?? '';
    const name = parseParameter(part);
    if (name === undefined ? part !== found : found === '') return undefined;
    if (name !== undefined) params[name] = decoded(found);
  }
  return params;
}
