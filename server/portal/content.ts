/**
 * Managed content: texts in `content/<section>/<name>.html`, lists in `content/<section>/<name>.json`, static pages in
 * `content/pages/<path>.html`. A deployment's folder may override each file. All files are read and validated at startup, so
 * names in requests are only looked up and never become paths. Elements about missing pages (`data-page`) are also removed
 * at startup, so the API, search, chat and prerendered pages all omit them.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import {
  type ContentItem,
  ContentKey,
  type ContentList,
  ContentListItem,
  type ContentPage,
  type ContentSection,
  FormEntry,
  UniversalMessage,
} from '#domain/portal/content/shapes.ts';
import { type PortalFeatures, hasPage, findRoute } from '#domain/portal/routes.ts';
import type { ContentVersion } from '#domain/portal/shapes.ts';
import { pagesNamedIn, withoutMissingPages } from '#domain/portal/content/rules.ts';
import { readPageFile } from './page-file.ts';
import { ContentProblem } from './problem.ts';

export interface ContentStore {
  /** Changes with any text, list or page. */
  readonly version: string;
  find(key: ContentKey): ContentItem | undefined;
  /** Returns all texts of a section, or undefined if the section does not exist. */
  section(name: string): ContentSection | undefined;
  list(key: ContentKey): ContentList | undefined;
  /** All static pages by their path below `/content`. */
  readonly pages: ReadonlyMap<string, ContentPage>;
}

type Kind = 'text' | 'list' | 'page';

interface ContentFile {
  readonly kind: Kind;
  /** `<section>/<name>`, or a page's path. */
  readonly address: string;
  readonly path: string;
  readonly text: string;
}

const EXTENSION = /\.(?:html|json)$/;
const PAGE = /^pages\/((?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*)\.html$/;
const toContentAddress = ({ section, name }: ContentKey): string => `${section}/${name}`;

/** Returns the kind and address of the file `path` (relative to the content folder), based on its name alone. */
function parsePlace(path: string): Pick<ContentFile, 'kind' | 'address'> | undefined {
  const [, page] = PAGE.exec(path) ?? [];
  if (page !== undefined) return { kind: 'page', address: page };
  const [section = '', file = '', ...deeper] = path.split('/');
  const key = { section, name: file.replace(EXTENSION, '') };
  if (section === 'pages' || deeper.length > 0 || !v.is(ContentKey, key)) return undefined;
  return { kind: file.endsWith('.json') ? 'list' : 'text', address: toContentAddress(key) };
}

async function readFolder(folder: string): Promise<ContentFile[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && EXTENSION.test(entry.name),
  );
  return Promise.all(
    files.map(async (entry): Promise<ContentFile> => {
      const path = join(entry.parentPath, entry.name);
      const place = parsePlace(relative(folder, path).split(sep).join('/'));
      if (place === undefined) {
        throw new ContentProblem(
          `${path} is not managed content: its path must be <section>/<name>.html, <section>/<name>.json, ` +
            'or pages/<path>.html in lower case',
        );
      }
      return { ...place, path, text: (await readFile(path, 'utf8')).trim() };
    }),
  );
}

/** Removes elements for missing pages from a text. Throws if it references a path that is not in the route table. */
function forPortal(path: string, html: string, facts: PortalFeatures): string {
  const unknown = pagesNamedIn(html).find((address) => findRoute(address) === undefined);
  if (unknown !== undefined) throw new ContentProblem(`${path}: data-page="${unknown}" is not a path of the portal`);
  return withoutMissingPages(html, (address) => hasPage(address, facts));
}

/** Returns the schema of a list file with these entries. */
const listFile = (entry: v.GenericSchema<unknown, ContentListItem>) =>
  v.pipe(
    v.array(entry),
    v.check((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Ids must be unique'),
  );

/** Files are validated more strictly than responses, so that misspelled names are detected. */
const ListFile = listFile(v.strictObject(ContentListItem.entries));
const LIST_FILES: Readonly<Record<string, typeof ListFile>> = {
  'documents/forms': listFile(v.strictObject(FormEntry.entries)),
  'usds/universalmessages': listFile(v.strictObject(UniversalMessage.entries)),
};

function readListFile({ address, path, text }: ContentFile, facts: PortalFeatures): ContentList {
  const schema = LIST_FILES[address] ?? ListFile;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new ContentProblem(`${path}, ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
  }
  return parsed.output.map((item) =>
    item.message === undefined ? item : { ...item, message: forPortal(path, item.message, facts) },
  );
}

/** Returns the version of the content. All content shares one version. */
export const toVersions = ({ version }: ContentStore): ContentVersion => ({
  versionContent: version,
  versionLoanInfoContent: version,
});

/** Loads the content of `folders` for a portal. Files in later folders override those in earlier ones. */
export async function loadContent(folders: readonly string[], facts: PortalFeatures): Promise<ContentStore> {
  const read = (await Promise.all(folders.map(readFolder))).flat();
  const files = [...new Map(read.map((file) => [`${file.kind} ${file.address}`, file]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, file]) => file);
  const all = <T>(requested: Kind, make: (file: ContentFile) => T): ReadonlyMap<string, T> =>
    new Map(files.filter(({ kind }) => kind === requested).map((file) => [file.address, make(file)]));
  const texts = all('text', ({ path, text }): ContentItem => ({ data: forPortal(path, text, facts) }));
  const sections = new Map<string, Record<string, string>>();
  for (const [address, { data }] of texts) {
    const [section = '', name = ''] = address.split('/');
    sections.set(section, { ...sections.get(section), [name]: data });
  }
  const lists = all('list', (file) => readListFile(file, facts));
  const pages = all('page', ({ path, text }): ContentPage => {
    const { content, metaData } = readPageFile(path, text);
    return { content: forPortal(path, content, facts), metaData };
  });
  // Hashes the served content, not the files: adding a page to the portal changes the texts and therefore their
  // version.
  const hash = createHash('sha256').update(JSON.stringify([[...texts], [...lists], [...pages]]));
  return {
    version: hash.digest('hex').slice(0, 16),
    find: (key) => texts.get(toContentAddress(key)),
    section: (name) => sections.get(name),
    list: (key) => lists.get(toContentAddress(key)),
    pages,
  };
}
