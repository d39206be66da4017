/** Builds the prerender script for the server: `dist/prerender/prerender.js`, with all its dependencies. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutDescriptions } from '../without-descriptions.ts';

export default defineConfig({
  plugins: [react(), withoutDescriptions()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/prerender',
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: { prerender: 'src/start/prerender.tsx' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
