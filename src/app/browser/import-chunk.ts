/**
 * Imports the lazy-loaded parts of the portal: pages, later screens, calendar, chat, privacy choices, sanitizer,
 * sign-in, drafts. In the build, every `import()` of the portal calls `importChunk` with the files that it needs
 * (`vite.config.ts`).
 *
 * Browsers from before 2026 cache a failed `import()` for the lifetime of the document, together with each file that
 * failed with it (whatwg/html#10327). A changed address would not help: it refers to the same failed dependencies, and
 * a module that loads under two addresses exists twice. So this module fetches a file before importing it: a failed
 * fetch never becomes a failed import.
 */

/** Thrown when the files of a part can be fetched, but the browser keeps an earlier failure: only a new document can import them. */
export class ReloadNeededError extends Error {}

/** Files of the first page that the document names but does not preload. By path, without the first slash, as all files here. */
const named = new Set<string>();

/** Files that need no fetch before they are imported: preloaded, or fetched before. */
const requested = new Set<string>();

/** Fetches in flight, so that concurrent imports of a part fetch it once. */
const underWay = new Map<string, Promise<void>>();

/** Returns the file name of a portal URL. */
const fileAt = (address: string): string => new URL(address, 'https://portal').pathname.slice(1);

/** The scripts of the first page, by their addresses. */
export interface FirstScripts {
  /** Those that the document preloads. */
  readonly preloaded: readonly string[];
  /** Those that it names, to be preloaded later. */
  readonly named: readonly string[];
}

export function takeFirstScripts(scripts: FirstScripts): void {
  for (const address of scripts.preloaded) requested.add(fileAt(address));
  for (const address of scripts.named) named.add(fileAt(address));
}

/** Preloads a script as a module. If that fails, older browsers keep the failure, so this is for the first page only. */
function preload(file: string): void {
  if (requested.has(file)) return;
  requested.add(file);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` });
  document.head.append(link);
}

/** Preloads the scripts of the first page that the document only names. */
export const preloadFirstScripts = (): void => named.forEach(preload);

/** Fetches a file into the browser's cache. Rejects on failure. */
async function fetchFile(file: string, cache: RequestCache): Promise<void> {
  const response = await fetch(`/${file}`, { cache });
  if (!response.ok) throw new Error(`${file}: status ${response.status}`);
  await response.arrayBuffer();
  requested.add(file);
}

/** Prepares a file for its import. */
async function prepare(file: string): Promise<void> {
  if (named.has(file)) preload(file);
  if (requested.has(file)) return;
  const fetching = underWay.get(file) ?? fetchFile(file, 'default').finally(() => underWay.delete(file));
  underWay.set(file, fetching);
  await fetching;
}

/**
 * Imports a part by `importModule`. `dependencies` are its file and all files that it imports, as the build names them.
 * Rejects if a file fails to load; the part can then be imported again. Throws `ReloadNeededError` if only a new document
 * can import it.
 */
export async function importChunk<Module>(
  importModule: () => Promise<Module>,
  dependencies: readonly string[] = [],
): Promise<Module> {
  // The document itself loads the only stylesheet.
  const files = dependencies.filter((file) => file.endsWith('.js'));
  await Promise.all(files.map(prepare));
  try {
    return await importModule();
  } catch {
    // One of the document's own requests failed, or the connection was lost after the fetch. WebKit keeps a failed file over
    // a reload of the document unless it is fetched past the cache.
    await Promise.all(files.map((file) => fetchFile(file, 'reload')));
    try {
      return await importModule();
    } catch (error) {
      throw new ReloadNeededError('The browser caches a failed import', { cause: error });
    }
  }
}
