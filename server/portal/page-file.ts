/**
 * Parses the file of a static page: front matter between two lines of `---` with title, description and keywords, one
 * `name: value` per line, followed by HTML. A value is everything after the colon and needs no quotation marks.
 */
import * as v from 'valibot';
import { type ContentPage, PageMetaData } from '#domain/portal/content/shapes.ts';
import { ContentProblem } from './problem.ts';

const FENCE = '---';
const MetaData = v.strictObject(PageMetaData.entries);

/** Parses the file `path` with contents `text`. */
export function readPageFile(path: string, text: string): ContentPage {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end === -1) {
    throw new ContentProblem(
      `${path} must start with its title, description and keywords between two lines of ${FENCE}`,
    );
  }
  const written = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const [, name, value] = /^(\w+):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new ContentProblem(`${path}: "${line}" is not "name: value"`);
    if (written.has(name)) throw new ContentProblem(`${path}, ${name}: occurs twice`);
    written.set(name, value);
  }
  const metaData = v.safeParse(MetaData, Object.fromEntries(written));
  if (!metaData.success) {
    const [issue] = metaData.issues;
    throw new ContentProblem(`${path}, ${v.getDotPath(issue) ?? 'its first lines'}: ${issue.message}`);
  }
  const content = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return { content, metaData: metaData.output };
}
