/** Lazily loaded parts of the portal, in browsers that cache a failed import and in browsers that do not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReloadNeededError, importChunk, takeFirstScripts } from '#src/app/browser/import-chunk.ts';

/** A browser with one document. It imports fetched files and requests all others. */
function createBrowser({ keepsFailures }: { keepsFailures: boolean }) {
  const missing = new Set<string>();
  const cached = new Set<string>();
  const failedModules = new Set<string>();
  const requests: string[] = [];
  const request = async (file: string) => {
    requests.push(file);
    await Promise.resolve();
    if (missing.has(file)) return false;
    cached.add(file);
    return true;
  };
  const importFile = async (file: string): Promise<void> => {
    if (keepsFailures && failedModules.has(file)) throw new TypeError(`Importing ${file} failed before`);
    if (cached.has(file) || (await request(file))) return;
    failedModules.add(file);
    throw new TypeError(`Importing ${file} failed`);
  };
  return {
    missing,
    requests,
    importFile,
    fetch: async (address: string, { cache }: { cache: RequestCache }): Promise<Response> => {
      const file = address.slice(1);
      const isHere = cache === 'default' && cached.has(file);
      return new Response('', { status: isHere || (await request(file)) ? 200 : 404 });
    },
    /** Imports a part that consists of these files, in the way that the build calls `importChunk`. */
    importFiles: (...files: readonly string[]) =>
      importChunk(async () => {
        for (const file of files.toReversed()) await importFile(file);
        return `the module of ${files[0]}`;
      }, files),
  };
}

let count = 0;
/** Returns a unique file name. */
const newFile = (): string => `assets/part-${(count += 1)}.js`;

const engines = [
  { engine: 'a browser that keeps a failed import', keepsFailures: true },
  { engine: 'a browser that forgets a failed import', keepsFailures: false },
];

afterEach(() => vi.unstubAllGlobals());

describe.each(engines)('in $engine, a part', ({ keepsFailures }) => {
  let browser = createBrowser({ keepsFailures });
  beforeEach(() => {
    browser = createBrowser({ keepsFailures });
    vi.stubGlobal('fetch', browser.fetch);
  });

  it('can be imported after its own file failed to load', async () => {
    const file = newFile();
    browser.missing.add(file);
    await expect(browser.importFiles(file)).rejects.toThrow('status 404');
    await expect(browser.importFiles(file)).rejects.toThrow('status 404');
    browser.missing.clear();
    expect(await browser.importFiles(file)).toBe(`the module of ${file}`);
  });

  it('can be imported after a file that it imports failed to load', async () => {
    const [file, shared] = [newFile(), newFile()];
    browser.missing.add(shared);
    await expect(browser.importFiles(file, shared)).rejects.toThrow('status 404');
    browser.missing.clear();
    expect(await browser.importFiles(file, shared)).toBe(`the module of ${file}`);
  });

  it('is requested once for two callers, and never again', async () => {
    const [file, shared] = [newFile(), newFile()];
    await Promise.all([browser.importFiles(file, shared), browser.importFiles(file, shared)]);
    await browser.importFiles(file, shared);
    expect(browser.requests.toSorted()).toEqual([file, shared].toSorted());
  });

  it('is not requested when the document preloads it', async () => {
    const file = newFile();
    await browser.importFile(file);
    takeFirstScripts({ preloaded: [`http://localhost:4400/${file}`], named: [] });
    await browser.importFiles(file);
    expect(browser.requests).toEqual([file]);
  });

  it('leaves stylesheets to the document', async () => {
    const file = newFile();
    await importChunk(() => browser.importFile(file), [file, 'assets/all.css']);
    expect(browser.requests).toEqual([file]);
  });
});

describe('a part whose preload by the document failed', () => {
  const preloadInVain = async (keepsFailures: boolean) => {
    const browser = createBrowser({ keepsFailures });
    vi.stubGlobal('fetch', browser.fetch);
    const file = newFile();
    browser.missing.add(file);
    await browser.importFile(file).catch(() => undefined);
    takeFirstScripts({ preloaded: [`/${file}`], named: [] });
    return { ...browser, file };
  };

  it('is fetched past the cache and imported, in a browser that forgets a failed import', async () => {
    const { importFiles, missing, file } = await preloadInVain(false);
    missing.clear();
    expect(await importFiles(file)).toBe(`the module of ${file}`);
  });

  it('needs a reload in a browser that keeps a failed import', async () => {
    const { importFiles, missing, file } = await preloadInVain(true);
    missing.clear();
    await expect(importFiles(file)).rejects.toBeInstanceOf(ReloadNeededError);
  });

  it('needs no reload as long as its file cannot be fetched', async () => {
    const { importFiles, file } = await preloadInVain(true);
    await expect(importFiles(file)).rejects.toThrow('status 404');
  });
});
