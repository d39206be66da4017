/**
 * Durable file storage for the embedded database. By default, the engine runs without fsync and its file layer ignores
 * fsync calls. Here each fsync of the engine becomes one of the operating system, so that a commit returns only when
 * its log is on disk and survives a power failure.
 */
import fs from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import * as v from 'valibot';
import { EmbeddedDatabase } from './embedded.ts';

/** Removes the option that disables fsync. The file layer supports `fsync` but not `fdatasync`. */
const START = [
  ...PGlite.defaultStartParams.filter((option) => option !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  // Maximum size of the log that remains for reuse after a checkpoint.
  '-c',
  'min_wal_size=32MB',
];

/** An open file of the engine with its file descriptor. Folders have none. */
const OpenFile = v.object({ nfd: v.optional(v.number()), node: v.unknown() });

/** The parts of the engine's file layer that are used here. */
interface FileLayer {
  readonly stream_ops: Record<string, unknown>;
  realPath(node: unknown): unknown;
}

/**
 * A custom schema, because an object schema would copy the file layer, and the added handler must be on the original.
 */
const FileLayerItself = v.custom<FileLayer>(
  (layer) => v.is(v.looseObject({ stream_ops: v.looseObject({ write: v.function() }), realPath: v.function() }), layer),
  'The file layer of the embedded database differs from the one that this version supports',
);

/** Syncs a file or folder to disk. */
export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Makes the engine's fsync reach the disk. Throws if the file layer has an unexpected structure. */
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

/** Number of files to sync in parallel. */
const AT_ONCE = 16;

/** Syncs a whole folder to disk. */
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
