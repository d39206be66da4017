/**
 * Runs a TypeScript script of this repository: `node tools/run.mjs flows/portal/write.ts --check`. Uses Vite's module runner,
 * because Node 20 cannot strip types and scripts import the same modules as the portal. Calls the script's default
 * export with the remaining arguments; a returned number is the exit code.
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createServer, createServerModuleRunner } from 'vite';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write('Usage: node tools/run.mjs <script.ts> [arguments]\n');
  process.exit(2);
}

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
try {
  const module = await runner.import(pathToFileURL(resolve(script)).href);
  const code = await module.default(args);
  process.exitCode = typeof code === 'number' ? code : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await runner.close();
  await server.close();
}
