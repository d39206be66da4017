/** Builds the server: `dist/server/main.js`. Packages stay in `node_modules`. */
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
      input: { main: 'server/main.ts', prepare: 'server/db/prepare.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { external: true },
});
