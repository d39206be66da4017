/** Where the server finds what it serves, both from its sources and from its build in `dist/server`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The folder that holds `package.json`. */
function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`There is no package.json above ${here}`);
  return rootAbove(above);
}

const root = rootAbove(here);
const from = (...path: readonly string[]): string => join(root, ...path);

/** Shipped with the product. */
export const paths = {
  content: from('content'),
  demo: from('server/demo'),
  public: from('public'),
  migrations: from('server/db/migrations'),
  signOutScript: from('server/oidc/sign-out.js'),
  signInScript: from('server/oidc/sign-in.js'),
  /** Of the pages that the server writes itself. */
  styles: from('server/styles'),
  fonts: from('server/styles/fonts'),
  /** Of the PDFs that the server makes. */
  pdfFonts: from('server/pdf/fonts'),
  portal: from('dist/portal'),
  prerender: from('dist/prerender/prerender.js'),
  earlyAuthorization: from('dist/inline/early-authorization.js'),
  flows: from('dist/flows'),
  preparedDatabase: from('dist/server/empty-database.tgz'),
  /** The embedded database; beside it in `.data` are its key and the uploaded documents. */
  data: from('.data/database'),
} as const;
