/**
 * Prints the differences between an exported revision and the current machines, as text or JSON:
 * `node tools/run.mjs flows/portal/compare-text.ts <file> [--json]`.
 */
import { readFile } from 'node:fs/promises';
import { loadCatalog } from '#machines/catalog.ts';
import renamedStates from '#machines/renamed-states.json';
import { compareFlows } from '../compare/catalog.ts';
import { parseRevision } from '../compare/revision-file.ts';
import { formatDifference } from '../compare/rows.ts';
import { createPortalDiagram } from './portal-diagram.ts';

export default async function compare(args: readonly string[]): Promise<number> {
  const [file = ''] = args;
  const { revision, commit, flows } = parseRevision(await readFile(file, 'utf8'));
  const current = (await loadCatalog()).map(({ id, title, machine }) => ({
    id,
    title,
    diagram: createPortalDiagram(machine),
  }));
  const all = compareFlows(flows, current, renamedStates);
  const differing = all.filter(({ difference }) => difference.mark !== undefined);
  if (args.includes('--json')) {
    const report = differing.map(({ id, title, difference }) => ({ id, title, ...difference }));
    process.stdout.write(`${JSON.stringify({ revision, commit, flows: report }, null, 2)}\n`);
    return 0;
  }
  const summary = `${differing.length} of ${all.length} flows differ from ${revision} (${commit}).`;
  const texts = differing.map(({ title, id, difference }) => formatDifference(`${title} (${id})`, difference));
  process.stdout.write(`${[summary, ...texts].join('\n\n')}\n`);
  return 0;
}
