/** Writes the diagrams of all flows into `docs/flows`, and `docs/access.md`: `npm run diagrams`. With `--check` it only says which are stale. */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessTable } from '#machines/access/access.table.ts';
import { type CatalogEntry, loadCatalog } from '#machines/catalog.ts';
import type { Diagram } from '../diagram.ts';
import { elkInNode } from '../elk-in-node.ts';
import { layoutOf } from '../layout.ts';
import { mermaidOf } from '../mermaid.ts';
import { drawDiagram } from '../svg.ts';
import { portalDiagramOf } from './portal-diagram.ts';

const FOLDER = 'docs/flows';

/** The files as they should be, by their names. */
export async function diagrams(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const rows: string[][] = [];
  const catalog = await loadCatalog();
  for (const { id, title, file, machine } of catalog) {
    const diagram = portalDiagramOf(machine);
    files.set(`${id}.svg`, drawDiagram(diagram, await layoutOf(diagram, elkInNode), { title }));
    files.set(`${id}.mmd`, mermaidOf(diagram));
    rows.push([
      `[${title}](../../${file})`,
      diagram.description || (diagram.title ?? ''),
      `[diagram](${id}.svg), [Mermaid](${id}.mmd)`,
      addresses(diagram),
    ]);
  }
  files.set('README.md', readme(rows));
  // Who may open what stands beside the diagrams' folder.
  files.set('../access.md', accessTable());
  files.set('../../README.md', withFlows(await readFile('README.md', 'utf8'), catalog));
  return files;
}

function addresses({ path, states }: Diagram): string {
  const all = [path, ...states.map((state) => state.path)].filter((each) => each !== undefined);
  return [...new Set(all)].map((each) => `\`${each}\``).join(', ');
}

const FLOWS = /(<!-- flows -->\n)[^]*?(<!-- \/flows -->)/;

/** The README with its table of flows as it should be. Throws where the marks are missing between which it stands. */
function withFlows(text: string, catalog: readonly CatalogEntry[]): string {
  if (!FLOWS.test(text)) throw new Error('README.md has no <!-- flows --> … <!-- /flows -->');
  const rows = catalog.map(({ id, title, place, file }) => [
    title,
    `[${file.replace(/\/[^/]*$/, '')}](${file})`,
    `[${id}](docs/flows/${id}.svg)`,
    place,
  ]);
  return text.replace(FLOWS, (_, begin: string, end: string) => {
    const table = tableOf(['flow', 'machine', 'diagram', 'address'], rows);
    return `${begin}\n${table}\n\n${end}`;
  });
}

/** A table in Markdown, its columns aligned as the formatter aligns them. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const readme = (rows: readonly (readonly string[])[]) =>
  `${[
    '# The flows of the portal',
    '',
    'Each flow is a statechart in `machines`; these pages are drawn from the machines by `npm run diagrams`.',
    '',
    tableOf(['flow', 'what it is', 'diagram', 'addresses'], rows),
    '',
    'How to read a diagram: a box with a blue border is a screen with an address, one with a dashed border waits for an',
    'answer, a double border is an end. A label names what happens, and in brackets the condition; what happens inside a',
    'state without leaving it stands in its box, with the actions behind the slash.',
  ].join('\n')}\n`;

/** The names of the files that are not as they should be: missing, different, or of a flow that is gone. */
export async function staleDiagrams(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const present = await readdir(FOLDER).catch(() => []);
  const changed = await Promise.all(
    [...wanted].map(async ([name, text]) => {
      const found = await readFile(join(FOLDER, name), 'utf8').catch(() => undefined);
      return found === text ? [] : [name];
    }),
  );
  return [...changed.flat(), ...present.filter((name) => !wanted.has(name))];
}

export default async function write(args: readonly string[]): Promise<number> {
  const wanted = await diagrams();
  const stale = await staleDiagrams(wanted);
  if (args.includes('--check')) {
    if (stale.length === 0) return 0;
    process.stderr.write(
      `Stale in ${FOLDER}: ${stale.join(', ')}. Run "npm run diagrams" and commit what it writes.\n`,
    );
    return 1;
  }
  await mkdir(FOLDER, { recursive: true });
  for (const name of stale) {
    const text = wanted.get(name);
    await (text === undefined ? rm(join(FOLDER, name)) : writeFile(join(FOLDER, name), text));
  }
  process.stdout.write(`${wanted.size} files in ${FOLDER}, ${stale.length} of them new or changed.\n`);
  return 0;
}
