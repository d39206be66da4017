/** How long the scripts may take to be fetched before the document is reloaded without them, in milliseconds. */
const FETCH_LIMIT = 10_000;

const isOwnScript = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.origin);
  return origin === location.origin && pathname.endsWith('.js');
};

/**
 * Reloads the document after a script failed. WebKit keeps a failed script over a reload, so the scripts of the document are
 * fetched past the browser's cache first.
 */
export async function reloadPage(): Promise<void> {
  const named = [...document.scripts].map(({ src }) => src);
  const requested = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = new Set([...named, ...requested].filter(isOwnScript));
  const signal = AbortSignal.timeout(FETCH_LIMIT);
  const refetch = async (address: string) => (await fetch(address, { cache: 'reload', signal })).arrayBuffer();
  await Promise.allSettled([...scripts].map(refetch));
  location.reload();
}
