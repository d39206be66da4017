/**
 * The embedded database's files, with writes that outlive a loss of power. As it comes, the engine runs without fsync, and
 * its file layer ignores one. Here each fsync of the engine is one of the operating system: a commit returns when its log
 * is on the disk.
 */
import fs from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import * as v from 'valibot';
import { EmbeddedDatabase } from './embedded.ts';

/** Without the option by which the engine would never sync; `fdatasync` does not reach the file layer, `fsync` does. */
const START = [
  ...PGlite.defaultStartParams.filter((option) => option !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  // After a checkpoint no more than this is kept of the log, for reuse.
  '-c',
  'min_wal_size=32MB',
];

/** An open file of the engine: its number in this process. A folder has none. */
const OpenFile = v.object({ nfd: v.optional(v.number()), node: v.unknown() });

/** What of the engine's file layer is used here. */
interface FileLayer {
  readonly stream_ops: Record<string, unknown>;
  realPath(node: unknown): unknown;
}

/** Looked at, and not copied as a schema of its parts would: what is put into it must be found there. */
const FileLayerItself = v.custom<FileLayer>(
  (layer) => v.is(v.looseObject({ stream_ops: v.looseObject({ write: v.function() }), realPath: v.function() }), layer),
  'The file layer of the embedded database is another one than this version of it is known to have',
);

/** Puts a file, or the list of a folder, on the disk. */
export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Lets the engine's fsync reach the disk. Throws where the file layer is not the one that is known here. */
function letSync(fileLayer: unknown): void {
  const layer = v.parse(FileLayerItself, fileLayer);
  layer.stream_ops['fsync'] = (stream: unknown): number => {
    const { nfd, node } = v.parse(OpenFile, stream);
    if (nfd === undefined) syncPath(String(layer.realPath(node)));
    else fs.fsyncSync(nfd);
    return 0;
  };
}

class DurableFiles extends NodeFS {
  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), ({ NODEFS }: { readonly NODEFS: unknown }) => letSync(NODEFS)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Opens the embedded database in `folder`. */
export const openDurably = (folder: string): Promise<EmbeddedDatabase> =>
  EmbeddedDatabase.open({ fs: new DurableFiles(folder), startParams: START });

/** How many files are put on the disk at once. */
const AT_ONCE = 16;

/** Puts a whole folder on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const below = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  const paths = [...below.map((entry) => join(entry.parentPath, entry.name)), folder];
  for (let first = 0; first < paths.length; first += AT_ONCE) {
    await Promise.all(
      paths.slice(first, first + AT_ONCE).map(async (path) => {
        const file = await open(path, 'r');
        await file.sync().finally(() => file.close());
      }),
    );
  }
}
