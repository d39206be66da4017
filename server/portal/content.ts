/**
 * Managed content: one HTML file for each text, `content/<section>/<name>.html`. A folder of the deployment's own may
 * replace texts one by one. All texts are read at start, so a name that a caller makes up is only ever looked up in a
 * list and never becomes a path.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { type ContentItem, ContentKey } from '#domain/content/shapes.ts';

export interface ContentStore {
  /** Changes whenever a text does. */
  readonly version: string;
  find(key: ContentKey): ContentItem | undefined;
}

/** A file among the content that has no address; `message` says which. */
export class ContentProblem extends Error {
  override readonly name = 'ContentProblem';
}

const EXTENSION = '.html';
const addressOf = ({ section, name }: ContentKey): string => `${section}/${name}`;

async function readFolder(folder: string): Promise<[string, string][]> {
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name.endsWith(EXTENSION),
  );
  return Promise.all(
    files.map(async (entry): Promise<[string, string]> => {
      const path = join(entry.parentPath, entry.name);
      const key = { section: basename(entry.parentPath), name: basename(entry.name, EXTENSION) };
      if (!v.is(ContentKey, key) || path !== join(folder, key.section, entry.name)) {
        throw new ContentProblem(`${path} is no managed content: its address must be <section>/<name>${EXTENSION}`);
      }
      return [addressOf(key), (await readFile(path, 'utf8')).trim()];
    }),
  );
}

/** Reads the texts of `folders`; a text in a later folder replaces the one in an earlier. */
export async function loadContent(folders: readonly string[]): Promise<ContentStore> {
  const texts = new Map((await Promise.all(folders.map(readFolder))).flat());
  const hash = createHash('sha256');
  for (const [address, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`${address}\n${text}\n`);
  return {
    version: hash.digest('hex').slice(0, 16),
    find: (key) => {
      const data = texts.get(addressOf(key));
      return data === undefined ? undefined : { data };
    },
  };
}
