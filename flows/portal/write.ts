/**
 * Writes the diagrams of all flows and their table to `docs/flows`, the flows that a person can open to the README, and
 * `docs/access.md` (`npm run diagrams`). With `--check`, it only reports stale files.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessTable } from '#machines/session/access/access.table.ts';
import { loadCatalog } from '#machines/catalog.ts';
import { computeLayout } from '../layout.ts';
import { elkWithFiles } from '../layout-files.ts';
import { drawDiagram } from '../svg.ts';
import { createPortalDiagram } from './portal-diagram.ts';

const FOLDER = 'docs/flows';

/** The files as they should be, by their names. */
export async function diagrams(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const catalog = await loadCatalog();
  const rows = new Map<string, string[][]>();
  const opened: string[][] = [];
  const elk = elkWithFiles();
  for (const { id, title, area, isOpened, place, file, machine, model } of catalog) {
    const diagram = createPortalDiagram(machine, model);
    files.set(`${id}.svg`, drawDiagram(diagram, await computeLayout(diagram, elk), { title }));
    const link = `[${title}](../../${file})`;
    const description = diagram.description || (diagram.title ?? '');
    const row = [isOpened ? `**${link}**` : link, description, `[diagram](${id}.svg)`, place];
    rows.set(area, [...(rows.get(area) ?? []), row]);
    if (isOpened) opened.push([area, `[${title}](docs/flows/${id}.svg)`, description, place]);
  }
  files.set('README.md', readme(rows));
  files.set('../../README.md', withTable(await readFile('README.md', 'utf8'), opened));
  files.set('../access.md', accessTable());
  return files;
}

/** A table in Markdown, its columns aligned as the formatter aligns them. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const TABLE = /(?<=<!-- Written by `npm run diagrams`. -->\n\n)[^]*?(?=\n\n<!-- The end -->)/;

/** Returns the repository's README with the table of flows that a person can open. Each area is named once. */
function withTable(text: string, rows: readonly (readonly string[])[]): string {
  if (!TABLE.test(text)) throw new Error('The README has no place for the table of flows');
  const named = rows.map(([area = '', ...cells], at) => [area === rows[at - 1]?.[0] ? '' : area, ...cells]);
  return text.replace(TABLE, () => formatTable(['area', 'flow', 'description', 'address'], named));
}

/** Returns the README of `docs/flows`: the flows of each area. */
const readme = (areas: ReadonlyMap<string, readonly (readonly string[])[]>) =>
  `${[
    '# The flows of the portal',
    '',
    'Each flow is a statechart in `machines`. `npm run diagrams` generates this page and the diagrams from the machines.',
    'A flow in bold has an address of its own. The others run inside such a flow, or on every page.',
    '',
    'In a diagram, a blue border marks a screen with a path, the sign of a turning arrow on the border a pending call, and a',
    'double border an end state. The color of an arrow names its cause: a person acts, the program sends an event, an answer.',
    'A label names the event, with its guard in brackets. Transitions that do not leave a state are listed in its box, with',
    'their actions after the slash.',
    '',
    'The flow workbench shows the same diagrams, exports them as SVG, PNG, Mermaid and JSON, and more: [for analysts](for-analysts.md), [for testers](for-testers.md),',
    '[for designers](for-designers.md). [log-format.md](log-format.md) describes the log of what borrowers do.',
    ...[...areas].flatMap(([area, rows]) => [
      '',
      `## ${area}`,
      '',
      formatTable(['flow', 'description', 'diagram', 'place'], rows),
    ]),
  ].join('\n')}\n`;

/** Whether a file in the folder is generated. The others are written by hand. */
const isGenerated = (name: string): boolean => name.endsWith('.svg');

/** The names of the files that are not as they should be: missing, different, or of a flow that is gone. */
export async function findStaleDiagrams(files: ReadonlyMap<string, string>): Promise<string[]> {
  const present = await readdir(FOLDER).catch(() => []);
  const changed = await Promise.all(
    [...files].map(async ([name, text]) => {
      const found = await readFile(join(FOLDER, name), 'utf8').catch(() => undefined);
      return found === text ? [] : [name];
    }),
  );
  return [...changed.flat(), ...present.filter((name) => isGenerated(name) && !files.has(name))];
}

export default async function write(args: readonly string[]): Promise<number> {
  const files = await diagrams();
  const stale = await findStaleDiagrams(files);
  if (args.includes('--check')) {
    if (stale.length === 0) return 0;
    process.stderr.write(
      `Stale in ${FOLDER}: ${stale.join(', ')}. Run "npm run diagrams" and commit what it writes.\n`,
    );
    return 1;
  }
  await mkdir(FOLDER, { recursive: true });
  for (const name of stale) {
    const text = files.get(name);
    await (text === undefined ? rm(join(FOLDER, name)) : writeFile(join(FOLDER, name), text));
  }
  process.stdout.write(`${files.size} files in ${FOLDER}, ${stale.length} of them new or changed.\n`);
  return 0;
}
