/**
 * Generates the files that only programs read, into `generated`, which is not under version control. Generates a file
 * only if its sources have changed: `node tools/generated.mjs NAME…`, or `npm run generate` for all of them.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOfSources, root } from './sources.mjs';

const MACHINES = ['domain', 'machines', 'flows/core', 'flows/portal', 'package-lock.json'];

/** The script of each file, which gets the path to write to, and its sources. */
const FILES = {
  'flow-names.json': { script: 'flows/portal/flow-names.ts', sources: MACHINES },
  'flow-links.json': { script: 'flows/portal/flow-links.ts', sources: [...MACHINES, 'src/pages', 'src/views'] },
  'api-examples.json': {
    script: 'test/support/api-examples.ts',
    sources: [
      'content',
      'domain',
      'public',
      'server',
      'test/server/http-examples.ts',
      'test/support',
      'package-lock.json',
    ],
  },
  'words.json': { script: 'test/support/words.ts', sources: ['domain'] },
};

const folder = join(root, 'generated');

async function run(script, file) {
  // A build sets NODE_ENV. The examples of applications reuse databases.
  const { NODE_ENV: _, ...env } = { ...process.env, TEST_DATABASES_KEPT: '1' };
  await promisify(execFile)(process.execPath, ['tools/run.mjs', script, file], { cwd: root, env });
}

async function generateFile(name) {
  const { script, sources } = FILES[name];
  const [file, stamp, unfinished] = [name, `${name}.sources`, `${name}.${process.pid}`].map((each) =>
    join(folder, each),
  );
  const hash = await hashOfSources(sources);
  if (existsSync(file) && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return;
  await mkdir(folder, { recursive: true });
  await run(script, unfinished);
  await rename(unfinished, file);
  await writeFile(stamp, hash);
}

/** Generates the files with these names, or all, whose sources have changed. Throws if a script fails. */
export const generate = async (names = Object.keys(FILES)) => {
  await Promise.all(names.map(generateFile));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await generate(names.length > 0 ? names : undefined);
}
