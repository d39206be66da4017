/**
 * Which files of the portal's build a page needs beside the first ones. They are named in the document, so that the browser
 * asks for them together with those and not only when the first ones run.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { routeOf } from '#domain/portal/routes.ts';

/** As much of Vite's manifest as is read: each chunk by its source, or by its file where it has several. */
const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) })),
);
type Manifest = v.InferOutput<typeof Manifest>;

const MANIFEST = '.vite/manifest.json';
/** The portal's own code, which every page has with all that it imports. */
const MAIN = 'src/app/main.tsx';
/** What asks the provider who is signed in: pages for signed-in people always do. */
const SIGN_IN = 'src/app/session/oidc.ts';

/** A file that a page needs. Of high priority is what asks for something before the page itself has come. */
export interface Preload {
  readonly file: string;
  readonly priority: 'high' | 'low';
}

/** In which the first lines of a page are set: its heading and its text. */
const FIRST_FONTS = ['merriweather-bold-basic.woff2', 'public-sans-basic.woff2'];

/** A chunk with all that it imports. */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports) filesOf(manifest, each, seen);
  return seen;
}

/** What a build names for documents. */
export interface Preloads {
  /** The scripts of a page by its address; none where it needs no more than every page does. */
  readonly scriptsOf: (address: string) => readonly Preload[];
  /** The fonts of what is seen first, for a document in which it stands. */
  readonly fonts: readonly string[];
}

const fontsFrom = (manifest: Manifest): string[] =>
  FIRST_FONTS.flatMap((name) =>
    Object.keys(manifest).flatMap((source) => (source.endsWith(`/${name}`) ? [...filesOf(manifest, source)] : [])),
  );

/** What a build names, by its manifest. */
export function preloadsFrom(manifest: Manifest): Preloads {
  const first = filesOf(manifest, MAIN);
  const allOf = (sources: readonly string[]) => sources.flatMap((source) => [...filesOf(manifest, source)]);
  const scriptsOf: Preloads['scriptsOf'] = (address) => {
    const route = routeOf(address);
    if (route?.page === undefined) return [];
    const page = `src/pages/${route.page}`;
    const high = route.audience === 'signedIn' ? [SIGN_IN] : [];
    const low = [`${page}.ts`, `${page}.tsx`];
    const early = new Set(allOf(high));
    return [...new Set([...early, ...allOf(low)])]
      .filter((file) => !first.has(file))
      .map((file) => ({ file, priority: early.has(file) ? 'high' : 'low' }));
  };
  return { scriptsOf, fonts: fontsFrom(manifest) };
}

/** The manifest in the folder of the portal's build. A build without one names nothing. */
export async function readPreloads(portal: string): Promise<Preloads> {
  const written = await readFile(join(portal, MANIFEST), 'utf8').catch(() => '{}');
  return preloadsFrom(v.parse(Manifest, written));
}
