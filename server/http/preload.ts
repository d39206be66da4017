/**
 * Finds the build files to preload for each page. The document names them, so that the browser requests them together
 * with the entry files and not after those have run.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { findRoute } from '#domain/portal/routes.ts';

/** The parts of Vite's manifest that are used: each chunk by its source, or by its file if it has several sources. */
const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) })),
);
type Manifest = v.InferOutput<typeof Manifest>;

const MANIFEST = '.vite/manifest.json';
/** The portal's entry, which every page loads with its imports. */
const MAIN = 'src/start/main.tsx';
/** The module that requests authorization on pages that require a session. */
const SIGN_IN = 'src/app/session/oidc.ts';

/** A file to preload. Scripts that start a request before the page itself has loaded have high priority. */
export interface Preload {
  readonly file: string;
  readonly priority: 'high' | 'low';
}

/** Fonts of the heading and the text in the first viewport. */
const FIRST_FONTS = ['merriweather-bold-basic.woff2', 'public-sans-basic.woff2'];

/** Returns the files of a chunk and all its imports. */
function listFiles(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports) listFiles(manifest, each, seen);
  return seen;
}

/** The preloads of a build. */
export interface Preloads {
  /** Returns the scripts of the page at an address. Empty if the entry files suffice. */
  readonly getScripts: (address: string) => readonly Preload[];
  /** Fonts for documents with prerendered markup, and for the document after log-in. */
  readonly fonts: readonly string[];
}

const fontsFrom = (manifest: Manifest): string[] =>
  FIRST_FONTS.flatMap((name) =>
    Object.keys(manifest).flatMap((source) => (source.endsWith(`/${name}`) ? [...listFiles(manifest, source)] : [])),
  );

/** Returns the preloads that a manifest describes. */
export function preloadsFrom(manifest: Manifest): Preloads {
  const first = listFiles(manifest, MAIN);
  const listAllFiles = (sources: readonly string[]) => sources.flatMap((source) => [...listFiles(manifest, source)]);
  const getScripts: Preloads['getScripts'] = (address) => {
    const route = findRoute(address);
    if (route?.page === undefined) return [];
    const page = `src/pages/${route.page}`;
    const high = route.audience === 'signedIn' ? [SIGN_IN] : [];
    const low = [`${page}.ts`, `${page}.tsx`];
    const early = new Set(listAllFiles(high));
    return [...new Set([...early, ...listAllFiles(low)])]
      .filter((file) => !first.has(file))
      .map((file) => ({ file, priority: early.has(file) ? 'high' : 'low' }));
  };
  return { getScripts, fonts: fontsFrom(manifest) };
}

/** Reads the manifest of the build in `portal`. Returns no preloads if there is none. */
export async function readPreloads(portal: string): Promise<Preloads> {
  const written = await readFile(join(portal, MANIFEST), 'utf8').catch(() => '{}');
  return preloadsFrom(v.parse(Manifest, written));
}
