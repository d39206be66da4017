/** Paths of the served files, both when running from source and from the build in `dist/server`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the closest folder that contains `package.json`. */
function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`There is no package.json above ${here}`);
  return rootAbove(above);
}

const root = rootAbove(here);
const from = (...path: readonly string[]): string => join(root, ...path);

const isBuilt = import.meta.url.endsWith('.js');

/** Paths within the product. */
export const paths = {
  content: from('content'),
  demo: from('server/demo'),
  public: from('public'),
  migrations: from('server/db/migrations'),
  signOutScript: from('server/oidc/sign-out.js'),
  signInScript: from('server/oidc/sign-in.js'),
  /** Styles of server-rendered pages. */
  styles: from('server/styles'),
  fonts: from('server/styles/fonts'),
  /** Fonts of generated PDFs: of English texts, and of other writing systems. */
  pdfFonts: from('server/pdf/fonts'),
  notoFonts: from('node_modules/@fontsource-variable'),
  /** The script of the threads that draw PDFs. Undefined when running from source. */
  pdfWorker: isBuilt ? from('dist/server/pdf-worker.js') : undefined,
  /** The script of the processes that open uploaded documents. Undefined when running from source. */
  readingWorker: isBuilt ? from('dist/server/reading-worker.js') : undefined,
  apiExamples: from(isBuilt ? 'dist/server/api-examples.json' : 'generated/api-examples.json'),
  portal: from('dist/portal'),
  prerender: from('dist/prerender/prerender.js'),
  authorizationPrefetch: from('dist/inline/authorization-prefetch.js'),
  flows: from('dist/flows'),
  preparedDatabase: from('dist/server/empty-database.tgz'),
  /** The embedded database. Its key and the uploaded documents are next to it in `.data`. */
  data: from('.data/database'),
} as const;
