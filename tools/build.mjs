/**
 * Builds the product into `dist`: the portal, the server, the flow workbench, the prepared database, and a stamp with the
 * hash of the sources.
 */
import { execFile } from 'node:child_process';
import { copyFile, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { generate } from './generated.mjs';
import { hashOfSources, root, stamp } from './sources.mjs';
import { writeVersion } from './version.mjs';

/** Minimum size in bytes at which compression is worthwhile. */
const WORTH_COMPRESSING = 1024;
const TEXT = new Set(['.css', '.html', '.js', '.svg', '.txt']);

/**
 * Precompresses files, so that the server does not compress them for each response. Settings can be overridden and stay
 * uncompressed.
 */
async function compressFiles(folder, alsoCompressed = []) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && (TEXT.has(extname(entry.name)) || alsoCompressed.includes(entry.name)),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < WORTH_COMPRESSING) return;
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

// In parallel with the rest of the build, which uses one core.
const examples = generate(['api-examples.json']);
await generate(['flow-names.json', 'flow-links.json', 'words.json']);

// The caller may have set another mode.
process.env.NODE_ENV = 'production';

const portal = join(root, 'dist/portal');
const server = join(root, 'dist/server');

await rm(stamp, { force: true });
const hash = await hashOfSources();

for (const configFile of [
  'vite.config.ts',
  'tools/vite/prerender.config.ts',
  'tools/vite/inline.config.ts',
  'tools/vite/server.config.ts',
]) {
  await build({ root, configFile: join(root, configFile), logLevel: 'warn' });
}
// Loads TypeScript, so it runs in the module runner.
await promisify(execFile)(process.execPath, ['tools/run.mjs', 'flows/portal/layouts.ts', '.cache/layouts.json'], {
  cwd: root,
});
await build({ root: join(root, 'flows'), configFile: join(root, 'tools/vite/flows.config.ts'), logLevel: 'warn' });
await writeVersion(root);
await compressFiles(portal);
await compressFiles(join(root, 'dist/flows'), ['layouts.json']);

await examples;
await copyFile(join(root, 'generated/api-examples.json'), join(server, 'api-examples.json'));
const { prepareDatabase } = await import(pathToFileURL(join(server, 'prepare.js')).href);
await prepareDatabase(join(server, 'empty-database.tgz'), join(root, 'server/db/migrations'));
await writeFile(stamp, hash);
