/** Judges the conditions of guards in machines with probes; {@link run} of `guards.ts` loads this module. */
import { posix } from 'node:path';
import type { FlowModel } from 'xstate-workbench/model';
import type { Part } from '#test/support/condition-parts.ts';
import { missingIn, tryGuards } from '#test/support/guard-parts.ts';
import { foldersChangedSince, option } from './machines.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default' });

const getFile = (guard: string): string => guard.split(' ')[0] ?? '';

/** Tries the guards of the chosen machines, by the ids of `--only` or by changed folders. Returns 1 if a condition does not decide alone, or a fault is not noticed. */
export async function validateGuards(parts: readonly Part[], args: readonly string[]): Promise<number> {
  const only = option(args, '--only')?.split(',');
  const revision = option(args, '--changed');
  const all = await Promise.all(
    Object.entries(models).map(async ([path, load]) => ({ folder: posix.dirname(path).slice(1), model: await load() })),
  );
  // Machines of one folder share rules, so they are judged together.
  const named = all.filter(({ model }) => only?.includes(model.machine.id) ?? true).map(({ folder }) => folder);
  const changed = revision === undefined ? undefined : foldersChangedSince(revision);
  const folders = new Set(named.filter((folder) => changed?.has(folder) ?? true));
  const cases = all.filter(({ folder }) => folders.has(folder)).map(({ model }) => tryGuards(model));
  // What other machines share is judged only with all of them.
  const isChosen = (file: string) => folders.has(posix.dirname(file)) && !file.startsWith('machines/kit/');
  const isAll = only === undefined && changed === undefined;
  const validated = parts.filter(({ guards }) => isAll || [...guards].map(getFile).every(isChosen));
  const findings = validated.map((part) => ({ part, ...missingIn(part, cases) }));
  const open = findings.filter(({ missing }) => missing.length > 0);
  for (const { part, missing } of open) {
    const names = [...part.guards].map((guard) => guard.split(' ')[1]).join(', ');
    process.stdout.write(`${part.file}:${part.line} ${names}\n  ${part.text}: ${missing.join(', ')}\n`);
  }
  const count = (of: (finding: (typeof findings)[number]) => number) =>
    findings.reduce((sum, each) => sum + of(each), 0);
  const noticed = count((each) => each.noticed);
  const faults = count((each) => each.faults);
  process.stdout.write(`\n${findings.length - open.length} of ${findings.length} conditions decide alone\n`);
  process.stdout.write(`guards ${noticed} of ${faults} noticed\n`);
  return open.length > 0 ? 1 : 0;
}
