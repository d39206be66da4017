/** Builds what the server writes into the portal's documents as scripts: `dist/inline`, each of one file that imports nothing. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    outDir: 'dist/inline',
    emptyOutDir: true,
    copyPublicDir: false,
    lib: {
      entry: 'src/app/session/early-authorization.ts',
      formats: ['iife'],
      name: 'portal',
      fileName: () => 'early-authorization.js',
    },
  },
});
