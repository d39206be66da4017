/** The flow workbench: static files in `dist/flows`, apart from the portal's. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

/** What `npm run coverage:flows` writes. */
const REPORT = resolve('.cache/flows/coverage.json');

/** The report; an empty one where none has been written. */
const readReport = () => (existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '{"flows":{}}\n');

/** Serves the coverage report beside the page. */
const coverageReport = (): Plugin => ({
  name: 'coverage-report',
  configureServer: ({ middlewares }) => {
    middlewares.use('/flows/coverage.json', (_, response) =>
      response.setHeader('content-type', 'application/json').end(readReport()),
    );
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'coverage.json', source: readReport() });
  },
});

export default defineConfig({
  root: 'flows',
  base: '/flows/',
  publicDir: false,
  plugins: [react(), coverageReport()],
  // Machines and rules stand beside the folder of the workbench.
  server: { fs: { allow: [resolve('.')] } },
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
