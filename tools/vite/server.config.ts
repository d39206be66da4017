/** Builds the server: `dist/server/main.js`. Packages stay in `node_modules`, except React Router. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // React Router's files say "use client", which means nothing here.
      checks: { moduleLevelDirective: false },
      input: {
        main: 'server/main.ts',
        'pdf-worker': 'server/pdf/pdf-worker.ts',
        'reading-worker': 'server/documents/reading-worker.ts',
        prepare: 'server/db/prepare.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  // Bundled for `matchRoutes` alone, so that the server does not load the rest of the package.
  ssr: { external: true, noExternal: ['react-router'] },
});
