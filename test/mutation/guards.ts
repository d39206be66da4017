/**
 * `npm run mutation -- guards`: tries each condition of the machines' guards. Each must decide alone in at least one case
 * that the models try, as true and as false (MC/DC), and the models must notice if it is always true, always false or
 * negated. `--only payflow,draft` selects machines, with those of the same folder; `--changed REV` selects the folders that differ from a revision.
 * The last line is `guards N of M noticed`.
 */
import { readFile, readdir } from 'node:fs/promises';
import { createServer, createServerModuleRunner } from 'vite';
import { findParts } from '#test/support/condition-parts.ts';

/** Returns the rules, and the machines without their models. */
async function readSources(): Promise<ReadonlyMap<string, string>> {
  const folders = await Promise.all(
    ['domain', 'machines'].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
    ),
  );
  const files = folders.flat().filter((file) => file.endsWith('.ts') && !/(?:\.model|samples)\.ts$/.test(file));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

export default async function run(args: readonly string[]): Promise<number> {
  const root = process.cwd();
  const { parts, instrument } = findParts(await readSources());
  // Reload the machines with probes in their conditions.
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'condition-parts',
        enforce: 'pre',
        transform: (_, id) => (id.startsWith(`${root}/`) ? instrument(id.slice(root.length + 1)) : undefined),
      },
    ],
  });
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
  try {
    const { validateGuards } = await runner.import<typeof import('./judge-guards.ts')>(
      `${root}/test/mutation/judge-guards.ts`,
    );
    return await validateGuards(parts, args);
  } finally {
    await runner.close();
    await server.close();
  }
}
