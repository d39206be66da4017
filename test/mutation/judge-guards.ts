/** Judges the conditions of guards in machines with probes; {@link run} of `guards.ts` loads this module. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import * as v from 'valibot';
import type { FlowModel } from '#machines/kit/model.ts';
import type { Part } from '#test/support/condition-parts.ts';
import { missingIn, tryGuards } from '#test/support/guard-parts.ts';
import { foldersChangedSince, option } from './machines.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default' });

/** File with the conditions that do not decide alone, each with a reason: `domain/money.ts: amount > 0`. */
const REASONS = 'test/mutation/undecided-conditions.json';
const Reasons = v.record(v.string(), v.string());

const fileOf = (guard: string): string => guard.split(' ')[0] ?? '';

/** Tries the guards of the chosen machines, by the ids of `--only` or by changed folders. Returns 1 if a condition does not decide alone, or a fault is not noticed. */
export async function judge(parts: readonly Part[], args: readonly string[]): Promise<number> {
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
  const judged = parts.filter(({ guards }) => isAll || [...guards].map(fileOf).every(isChosen));
  const reasons = v.parse(Reasons, JSON.parse(await readFile(REASONS, 'utf8')));
  const nameOf = ({ file, text }: Part): string => `${file}: ${text}`;
  const findings = judged.map((part) => ({ part, reason: reasons[nameOf(part)], ...missingIn(part, cases) }));
  const open = findings.filter(({ missing, reason }) => missing.length > 0 && reason === undefined);
  const undecided = new Set(findings.flatMap(({ part, missing }) => (missing.length > 0 ? [nameOf(part)] : [])));
  const decided = new Set(judged.map(nameOf).filter((name) => reasons[name] !== undefined && !undecided.has(name)));
  const known = new Set(parts.map(nameOf));
  const stale = [
    ...[...decided].map((name) => `${name} (it decides alone)`),
    ...Object.keys(reasons).flatMap((name) => (known.has(name) ? [] : [`${name} (no such condition)`])),
  ];
  for (const { part, missing } of open) {
    const names = [...part.guards].map((guard) => guard.split(' ')[1]).join(', ');
    process.stdout.write(`${part.file}:${part.line} ${names}\n  ${part.text}: ${missing.join(', ')}\n`);
  }
  const count = (of: (finding: (typeof findings)[number]) => number) =>
    findings.reduce((sum, each) => sum + of(each), 0);
  const noticed = count((each) => each.noticed);
  const faults = count((each) => each.faults);
  if (stale.length > 0) process.stdout.write(`\nTo be taken out of ${REASONS}:\n${stale.join('\n')}\n`);
  const excused = findings.filter(({ missing, reason }) => missing.length > 0 && reason !== undefined).length;
  process.stdout.write(
    `\n${findings.length - open.length - excused} of ${findings.length} conditions decide alone, ${excused} do not for a reason\n`,
  );
  process.stdout.write(`guards ${noticed} of ${faults} noticed\n`);
  return open.length + stale.length > 0 ? 1 : 0;
}
