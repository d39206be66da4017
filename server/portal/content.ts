/**
 * Managed content: texts in `content/<section>/<name>.html`, lists in `content/<section>/<name>.json`, static pages in
 * `content/pages/<path>.html`. A folder of the deployment's own may replace each of them. All files are read and checked
 * at start, so a name that a caller makes up is only ever looked up in a list and never becomes a path. Elements about a page
 * that the portal does not have (`data-page`) are removed then, for the API, search, chat and prerendered pages alike.
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
} from '#domain/content/shapes.ts';
import { type PortalFacts, hasPage, routeOf } from '#domain/portal/routes.ts';
import type { ContentVersion } from '#domain/portal/shapes.ts';
import { pagesNamedIn, withoutMissingPages } from '#domain/content/rules.ts';
import { readPageFile } from './page-file.ts';
import { ContentProblem } from './problem.ts';

export interface ContentStore {
  /** Changes whenever any text, list or page does. */
  readonly version: string;
  find(key: ContentKey): ContentItem | undefined;
  /** All texts of a section; undefined where there is no such section. */
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
const addressOf = ({ section, name }: ContentKey): string => `${section}/${name}`;

/** What the file `path` below the folder of content is, by its name alone. */
function placeOf(path: string): Pick<ContentFile, 'kind' | 'address'> | undefined {
  const [, page] = PAGE.exec(path) ?? [];
  if (page !== undefined) return { kind: 'page', address: page };
  const [section = '', file = '', ...deeper] = path.split('/');
  const key = { section, name: file.replace(EXTENSION, '') };
  if (section === 'pages' || deeper.length > 0 || !v.is(ContentKey, key)) return undefined;
  return { kind: file.endsWith('.json') ? 'list' : 'text', address: addressOf(key) };
}

async function readFolder(folder: string): Promise<ContentFile[]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && EXTENSION.test(entry.name),
  );
  return Promise.all(
    files.map(async (entry): Promise<ContentFile> => {
      const path = join(entry.parentPath, entry.name);
      const place = placeOf(relative(folder, path).split(sep).join('/'));
      if (place === undefined) {
        throw new ContentProblem(
          `${path} is no managed content: its address must be <section>/<name>.html, <section>/<name>.json, ` +
            'or pages/<path>.html in small letters',
        );
      }
      return { ...place, path, text: (await readFile(path, 'utf8')).trim() };
    }),
  );
}

/** A text without what is about missing pages. Throws where it names an address that is not in the table of addresses. */
function forPortal(path: string, html: string, facts: PortalFacts): string {
  const unknown = pagesNamedIn(html).find((address) => routeOf(address) === undefined);
  if (unknown !== undefined) throw new ContentProblem(`${path}: data-page="${unknown}" is no address of the portal`);
  return withoutMissingPages(html, (address) => hasPage(address, facts));
}

/** A list's file, by the schema of its entries. */
const listFile = (entry: v.GenericSchema<unknown, ContentListItem>) =>
  v.pipe(
    v.array(entry),
    v.check((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Each id may stand there once'),
  );

/** Files are held to more than answers are, so that a name with a typing error does not go unseen. */
const ListFile = listFile(v.strictObject(ContentListItem.entries));
const LIST_FILES: Readonly<Record<string, typeof ListFile>> = {
  'documents/forms': listFile(v.strictObject(FormEntry.entries)),
  'usds/universalmessages': listFile(v.strictObject(UniversalMessage.entries)),
};

function readListFile({ address, path, text }: ContentFile, facts: PortalFacts): ContentList {
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

/** What is said of the version of the content: one for all of it. */
export const versionsOf = ({ version }: ContentStore): ContentVersion => ({
  versionContent: version,
  versionLoanInfoContent: version,
});

/** Reads the content of `folders` for a portal; a file in a later folder replaces the one in an earlier. */
export async function loadContent(folders: readonly string[], facts: PortalFacts): Promise<ContentStore> {
  const read = (await Promise.all(folders.map(readFolder))).flat();
  const files = [...new Map(read.map((file) => [`${file.kind} ${file.address}`, file]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, file]) => file);
  const all = <T>(wanted: Kind, make: (file: ContentFile) => T): ReadonlyMap<string, T> =>
    new Map(files.filter(({ kind }) => kind === wanted).map((file) => [file.address, make(file)]));
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
  // What is served, not what is written: another page of the portal changes both the texts and their version.
  const hash = createHash('sha256').update(JSON.stringify([[...texts], [...lists], [...pages]]));
  return {
    version: hash.digest('hex').slice(0, 16),
    find: (key) => texts.get(addressOf(key)),
    section: (name) => sections.get(name),
    list: (key) => lists.get(addressOf(key)),
    pages,
  };
}
