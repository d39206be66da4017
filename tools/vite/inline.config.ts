/**
 * Builds the scripts that the server inlines into the portal's documents: `dist/inline`, each a single file without
 * imports.
 */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    outDir: 'dist/inline',
    emptyOutDir: true,
    copyPublicDir: false,
    lib: {
      entry: 'src/app/session/authorization-prefetch.ts',
      formats: ['iife'],
      name: 'portal',
      fileName: () => 'authorization-prefetch.js',
    },
  },
});
