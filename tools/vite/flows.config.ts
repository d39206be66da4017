/** The flow workbench: static files in `dist/flows`, apart from the portal's. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** The file that `npm run coverage:flows` writes. */
const COVERAGE = resolve('.cache/flows/coverage.json');

/** The file that `flows/portal/layouts.ts` writes: before a build, and when a development server starts. */
const LAYOUTS = '.cache/layouts.json';

/** The machines of the revision that `npm run flows -- --compare` shows. Only the development server has it. */
const REVISION = process.env['FLOWS_COMPARE'];

const readContent = (file: string, fallback: string) => (existsSync(file) ? readFileSync(file, 'utf8') : fallback);

/** The data files beside the page, which are read when they are requested. */
const DATA: Readonly<Record<string, () => string>> = {
  'coverage.json': () => readContent(COVERAGE, '{"flows":{}}\n'),
  'layouts.json': () => readContent(resolve(LAYOUTS), '{}'),
};

/** Serves the data files, and emits them in a build. */
const dataFiles = (): Plugin => ({
  name: 'data-files',
  configureServer({ middlewares, config }) {
    // Until it ends, the page uses the layouts of the previous start and computes the others itself.
    const script = spawn(process.execPath, ['tools/run.mjs', 'flows/portal/layouts.ts', LAYOUTS], { stdio: 'ignore' });
    script.on('error', (error) => config.logger.error(`The layouts are not stored: ${error.message}`));
    const served = {
      ...DATA,
      ...(REVISION !== undefined && { 'revision.json': () => readFileSync(REVISION, 'utf8') }),
    };
    for (const [name, read] of Object.entries(served)) {
      middlewares.use(`/flows/${name}`, (_, response) =>
        response.setHeader('content-type', 'application/json').end(read()),
      );
    }
  },
  generateBundle() {
    for (const [fileName, read] of Object.entries(DATA)) this.emitFile({ type: 'asset', fileName, source: read() });
  },
});

export default defineConfig({
  root: 'flows',
  base: '/flows/',
  publicDir: false,
  plugins: [react(), dataFiles()],
  define: { 'import.meta.env.COMPARES': JSON.stringify(REVISION !== undefined) },
  // Machines and rules are outside the folder of the workbench.
  server: { fs: { allow: [resolve('.')] } },
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false, keepNames: true } } },
  build: {
    outDir: resolve('dist/flows'),
    emptyOutDir: true,
    // A security policy allows no script from a data address.
    assetsInlineLimit: 0,
    // All machines and models are one file: the catalog shows all of them.
    chunkSizeWarningLimit: 3_000,
    target: 'es2022',
    // Guards and actions that are written inline are shown by the names of their functions.
    rolldownOptions: { output: { codeSplitting: false, keepNames: true } },
  },
});
