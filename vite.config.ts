/** Builds the portal: static files in `dist/portal` that any host can serve. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, build, defineConfig } from 'vite';
import * as v from 'valibot';
import { withoutDescriptions } from './tools/without-descriptions.ts';
import { FIRST_SCRIPT } from './domain/start-failure.ts';
import { ConfigurationWithoutScripts, withoutScripts } from './domain/without-scripts.ts';

/** Answers that there is no version, which a build writes in a file (`tools/version.mjs`). Vite would send a page. */
const withoutVersion = (): Plugin => ({
  name: 'without-version',
  configureServer: ({ middlewares }) => {
    middlewares.use('/build-version.txt', (_, response) => response.writeHead(404).end());
  },
});

/** Writes the content without scripts from the shipped configuration. */
const withoutScriptsPage = (): Plugin => ({
  name: 'without-scripts',
  transformIndexHtml: (html) =>
    withoutScripts(html, v.parse(ConfigurationWithoutScripts, JSON.parse(readFileSync('public/config.json', 'utf8')))),
});

/** The libraries that render pages and run machines, and the portal's own code, which the entry script requests. */
const EARLY = resolve('src/app/first-load/vendor.ts');
const MAIN = resolve('src/start/main.tsx');
const LIBRARIES =
  /[\\/]app[\\/]first-load[\\/]vendor\.ts$|[\\/]node_modules[\\/](?:@xstate|ky|react|react-dom|react-router|react-router-dom|scheduler|use-[^\\/]*|xstate)[\\/]/;

/** Applications and documents, the areas with the most code. */
const OF_APPLICATIONS = /[\\/](?:domain|machines|src[\\/]views)[\\/](?:documents|plans|repayment)[\\/]/;

/**
 * The groups of modules that share a chunk. A group also contains the imports of its modules that no group before
 * it contains, so the most basic one comes first. All other modules are in the chunks of their pages.
 */
const chunkGroups = [
  { name: 'bootstrap', test: /[\\/]src[\\/]start[\\/](?:entry|bootstrap)\.ts$|rolldown[\\/]runtime/ },
  // The libraries of every page are a separate file that runs while the rest is still loading.
  { name: 'vendor', test: LIBRARIES },
  // The layout of every page and `src/start/every-page.ts` are one file.
  { name: 'main', tags: ['$initial' as const], test: (id: string) => !/silent|\.html$/.test(id) },
  // Pages with a machine, and the fields that most of them have.
  { name: 'flow', test: /[\\/]src[\\/](?:app[\\/]flow[\\/]define-flow|ui[\\/](?:field|select|text-field)[\\/])/ },
  // Facts of accounts and their payments: dashboard, My Loans and payment pages.
  {
    name: 'accounts',
    test: /[\\/]domain[\\/](?:accounts[\\/][^\\/]*|banking-days\.ts|payments[\\/](?:coverage|pay-link|read-calls|shapes|upcoming)\.ts)$|[\\/]src[\\/](?:ui[\\/](?:money|summary-list|tag)|views[\\/]kit[\\/](?:bills|paid-in-full))[\\/]/,
    minShareCount: 3,
  },
  // Tables, and the list of applications.
  {
    name: 'lists',
    test: /[\\/]domain[\\/]repayment[\\/]postponement[\\/](?:address|calls|rules|status-names)\.ts$|[\\/]src[\\/](?:ui[\\/](?:data-table|empty-state)|views[\\/]accounts[\\/]dashboard)[\\/]/,
    minShareCount: 3,
  },
  // Entering, drafts and submission.
  {
    name: 'form',
    test: /[\\/]src[\\/](?:app[\\/](?:drafts|flow)|ui[\\/](?:checkbox|date-field|error-panel|form|radio-group|stepper)|views[\\/]kit[\\/](?:form|submission))[\\/]|[\\/](?:machines|domain)[\\/]portal[\\/]drafts?[\\/]|[\\/]machines[\\/]kit[\\/]/,
    minShareCount: 4,
  },
  { name: 'payments', test: /[\\/](?:domain|machines|src[\\/]views)[\\/]payments[\\/]/, minShareCount: 3 },
  {
    name: 'credentials',
    test: /[\\/](?:domain|src[\\/]views)[\\/]session[\\/](?:credentials|identity|one-time-code)[\\/]|[\\/]domain[\\/](?:account-number|birth-date)\.ts$/,
    minShareCount: 3,
  },
  // The other modules of four pages or more are one file, and those of applications and documents another: a few lines are
  // not worth a separate request.
  { name: 'shared', test: (id: string) => !OF_APPLICATIONS.test(id), minShareCount: 4 },
  { name: 'applications', test: OF_APPLICATIONS, minShareCount: 4 },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

/** Groups that pages must not load. One import can be enough to load a whole group. */
const NOT_LOADED_BY: Readonly<Record<string, readonly string[]>> = {
  welcome: ['flow', 'shared'],
  dashboard: ['form', 'shared', 'applications'],
  payflow: ['lists', 'shared', 'applications'],
  registration: ['accounts', 'lists', 'shared', 'applications'],
};

/**
 * Fails the build if a group is no chunk of it, for example because its modules have moved, if a page loads a group that it
 * does not need, or if the entry script imports a library that takes long to load.
 */
const checkedChunks = (): Plugin => ({
  name: 'checked-chunks',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    const byName = new Map(chunks.map((each) => [each.name, each]));
    const missing = chunkGroups.filter(({ name }) => !byName.has(name));
    if (missing.length > 0) this.error(`No module is in the chunk ${missing.map(({ name }) => name).join(', ')}`);
    const library = byName.get('bootstrap')?.moduleIds.find((id) => LIBRARIES.test(id));
    if (library !== undefined) this.error(`The entry script imports ${library}`);
    const loadedBy = (file: string, seen = new Set<string>()): Set<string> => {
      const chunk = bundle[file];
      if (seen.has(file) || chunk?.type !== 'chunk') return seen;
      seen.add(file);
      for (const each of chunk.imports) loadedBy(each, seen);
      return seen;
    };
    for (const [page, groups] of Object.entries(NOT_LOADED_BY)) {
      const file = chunks.find(
        ({ facadeModuleId }) => /[\\/]src[\\/]pages[\\/](\w+)\.tsx?$/.exec(facadeModuleId ?? '')?.[1] === page,
      );
      if (file === undefined) this.error(`There is no chunk of the page ${page}`);
      const loaded = loadedBy(file.fileName);
      const unneeded = groups.filter((name) => loaded.has(byName.get(name)?.fileName ?? ''));
      if (unneeded.length > 0) this.error(`The page ${page} loads the chunk ${unneeded.join(', ')}`);
    }
  },
});

/**
 * Runs the entry script and these scripts as soon as each has loaded, without waiting for each other or for the
 * stylesheet.
 */
const earlyScripts = (): Plugin => ({
  name: 'early-scripts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, path }) {
      const file = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === EARLY);
      if (file === undefined || path !== '/index.html') return [];
      const attrs = { type: 'module', async: true, fetchpriority: 'high', crossorigin: true, src: `/${file.fileName}` };
      return {
        html: html.replace(
          '<script type="module"',
          `<script id="${FIRST_SCRIPT}" async fetchpriority="high" type="module"`,
        ),
        tags: [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }],
      };
    },
  },
});

/**
 * Inlines the script that reports a failed start into `index.html`. It comes after the title, so that the declared
 * charset stays at the beginning, and before the stylesheet, for which an inline script would wait.
 */
const startFailureScript = (): Plugin => ({
  name: 'start-failure-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { path }) {
      if (path !== '/index.html') return html;
      const script = await inlineScript(resolve('src/app/first-load/start-failure.ts'));
      return html.replace('</title>', () => `</title><script>${script}</script>`);
    },
  },
});

/** Bundles a script that can be inlined into a document. */
async function inlineScript(entry: string): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name: 'portal' };
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, copyPublicDir: false, lib },
  });
  const [output] = [built].flat();
  const code = output !== undefined && 'output' in output ? output.output[0].code.trim() : '';
  if (code === '' || /<\/script|<!--/i.test(code)) throw new Error(`${entry} cannot stand in a document`);
  return code;
}

/**
 * Adds a comment that tells the browser to compile a file's functions eagerly, off the main thread while the file is
 * still loading, and not lazily during rendering. Other browsers ignore it.
 */
const compiledOnArrival = (): Plugin => ({
  name: 'compiled-on-arrival',
  generateBundle: {
    // The comment is effective only at the very beginning of a file, before the output of other plugins.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
});

/**
 * Replaces every `import()` of the portal by `importChunk`, with its file and all files that it imports. Vite wraps each
 * of them for its own preloading; this replaces the wrapper.
 */
const IMPORT_WRAPPER = '\0vite/preload-helper.js';
const importedByParts = (): Plugin => {
  let isReplaced = false;
  return {
    name: 'imported-by-parts',
    transform(_, id) {
      if (id !== IMPORT_WRAPPER) return undefined;
      isReplaced = true;
      const file = JSON.stringify(resolve('src/app/browser/import-chunk.ts'));
      return { code: `export { importChunk as __vitePreload } from ${file};`, map: null };
    },
    generateBundle(_, bundle) {
      if (!isReplaced) this.error(`Vite no longer wraps import() by ${IMPORT_WRAPPER}: importChunk is not called`);
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      if (styles.length > 1)
        this.error(`importChunk loads no stylesheets, but there are several: ${styles.join(', ')}`);
    },
  };
};

/** Files that have run on every page before it imports anything else. */
const ALWAYS_LOADED = /[\\/](?:bootstrap|vendor|main)-[^\\/]*$/;

export default defineConfig({
  plugins: [
    react(),
    withoutVersion(),
    withoutScriptsPage(),
    checkedChunks(),
    earlyScripts(),
    startFailureScript(),
    importedByParts(),
    withoutDescriptions(),
    compiledOnArrival(),
  ],
  // React itself has the hook that this package adds to old versions of React.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  css: { preprocessorOptions: { scss: { loadPaths: ['node_modules/@uswds/uswds/packages'], quietDeps: true } } },
  build: {
    outDir: 'dist/portal',
    emptyOutDir: true,
    // Fonts and images stay files, because the content security policy allows no data URLs for them.
    assetsInlineLimit: 0,
    // The code that every page needs is deliberately one file.
    chunkSizeWarningLimit: 600,
    // The server reads from it which files a page needs.
    manifest: true,
    // All supported browsers know modulepreload.
    modulePreload: {
      polyfill: false,
      // The files that `importChunk` fetches: the imported file, which Vite omits if it has no dependencies, and those
      // that may not be loaded yet. The portal's own code is imported immediately; if that fails, the document reports
      // it.
      resolveDependencies: (file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : [...new Set([file, ...dependencies])].filter((each) => !ALWAYS_LOADED.test(each)),
    },
    rolldownOptions: {
      input: ['index.html', 'auth/silent.html', EARLY, MAIN],
      // Nothing imports the entries, so they need no facade files.
      preserveEntrySignatures: false,
      checks: { pluginTimings: false },
      treeshake: {
        // Components have no side effects on import, so that a page loads only those that it renders.
        moduleSideEffects: [{ test: /[\\/]src[\\/]ui[\\/].*\.tsx?$/, sideEffects: false }],
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
