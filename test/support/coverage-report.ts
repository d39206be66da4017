/**
 * Implements `npm run coverage:flows`: reports the coverage of each flow at each level. Prints a table and the missing
 * parts, writes a page with diagrams and a JSON file for the flow workbench, and fails if level 1 or 2 is incomplete.
 * `--levels 1,2` selects the levels that must be complete; `--out DIR` also writes page, text and JSON to a folder that
 * CI keeps. The page is one file that loads nothing.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CoverageReport } from '#flows/page/coverage.ts';
import { fingerprint } from '#flows/fingerprint.ts';
import type { FlowModel } from 'xstate-workbench/model';
import { type Level, LEVELS, type Measure, measure, measureOnScreen, computeShare } from './coverage.ts';
import { type Report, coveragePage } from './coverage-page.ts';
import { FOLDER, readTaken } from './coverage-store.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default' });
const ALL = [1, 2, 3] as const;

interface Walked {
  readonly model: FlowModel;
  /** Levels at which the flow must be walked, alone or within another flow. */
  readonly due: readonly Level[];
}

/** Returns the models of the machines that a flow invokes, recursively. */
const getChildren = (model: FlowModel): FlowModel[] =>
  Object.values(model.children ?? {}).flatMap((child) => [child, ...getChildren(child)]);

/** Returns the levels at which a flow must be walked: on the screen too, unless its model says why not. */
export const getRequiredLevels = ({ withoutScreen }: Pick<FlowModel, 'withoutScreen'>): readonly Level[] =>
  withoutScreen === undefined ? [1, 2] : [1];

/** Returns all flows, and the machines that they invoke. */
async function walkedModels(): Promise<Walked[]> {
  const named = await Promise.all(
    Object.values(models).map(async (load): Promise<Walked> => {
      const model = await load();
      return { model, due: getRequiredLevels(model) };
    }),
  );
  const known = new Set(named.map(({ model }) => model.machine.id));
  const made = named.flatMap(({ model }) => getChildren(model)).filter(({ machine }) => !known.has(machine.id));
  return [...named, ...new Set(made)].map((each) =>
    'model' in each ? each : { model: each, due: getRequiredLevels(each).filter((level) => level === 2) },
  );
}

async function createReport({ model, due }: Walked): Promise<Report> {
  const levels = new Map<Level, Measure>();
  for (const level of ALL) {
    // A share is meaningless for a level that is not due.
    if (level === 2 && !due.includes(level)) continue;
    const taken = await readTaken(model.machine.id, level, fingerprint(model.machine));
    if (taken !== undefined) levels.set(level, level === 2 ? measureOnScreen(model, taken) : measure(model, taken));
  }
  return { model, levels, due };
}

/** Returns the report in the format of the flow workbench (`flows/page/coverage.ts`). */
const toJson = (reports: readonly Report[]): CoverageReport => ({
  flows: Object.fromEntries(
    reports.map(({ model: { machine }, levels }) => [
      machine.id,
      {
        machine: fingerprint(machine),
        levels: [...levels].map(([level, found]) => ({
          level,
          name: LEVELS[level],
          isOfTransitions: level !== 2,
          share: computeShare(found),
          count: found.expected.length,
          open: found.open,
          excused: Object.fromEntries(found.excused),
        })),
      },
    ]),
  ),
});

/** Returns the folder in which CI collects the page, the text and the JSON: `--out reports/flows`. */
function outputFolder(args: readonly string[]): string {
  const at = args.indexOf('--out');
  const named = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && (named === undefined || named.startsWith('--'))) throw new Error('--out needs a folder');
  return named ?? FOLDER;
}

/** Folder of the built workbench. It shows a report written here without another build. */
const WORKBENCH = 'dist/flows';

async function writeForWorkbench(reports: readonly Report[]): Promise<void> {
  if (!existsSync(WORKBENCH)) return;
  await writeFile(join(WORKBENCH, 'coverage.json'), `${JSON.stringify(toJson(reports))}\n`);
}

/** Returns the missing coverage of a required level, in sentences. */
export function missing({ model, levels, due }: Report, level: Level): string[] {
  const found = levels.get(level);
  const flow = model.machine.id;
  if (level < 3 && !due.includes(level)) return [];
  if (found === undefined) return [`${flow}: no walk at level ${level} since the machine changed`];
  return [
    ...found.open.map((key) => `${flow}, level ${level}: not walked: ${key}`),
    ...found.wrong.map((sentence) => `${flow}, list of the unreachable: ${sentence}`),
  ];
}

/** Returns the flows that are not due on the screen, by their reasons. */
function notOnScreen(reports: readonly Report[]): string[] {
  const flows = reports.map(({ model }) => model);
  const reasons = new Set(flows.flatMap(({ withoutScreen }) => withoutScreen ?? []));
  return [...reasons].map((reason) => {
    const of = flows.filter(({ withoutScreen }) => withoutScreen === reason).map(({ machine }) => machine.id);
    return `not due at level 2: ${of.join(', ')}. ${reason}`;
  });
}

function table(reports: readonly Report[]): string {
  const head = ['flow', 'to walk', ...ALL.map((level) => `${level}: ${LEVELS[level]}`)];
  const rows = reports.map(({ model, levels }) => [
    model.machine.id,
    String(measure(model, []).expected.length),
    ...ALL.map((level) => share(levels.get(level))),
  ]);
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

export const share = (found: Measure | undefined): string => (found === undefined ? '-' : `${computeShare(found)} %`);

export default async function report(args: readonly string[]): Promise<number> {
  const named = args[args.indexOf('--levels') + 1];
  const strict = ALL.filter((level) =>
    args.includes('--levels') ? named?.split(',').includes(String(level)) : level < 3,
  );
  const reports = await Promise.all((await walkedModels()).map(createReport));
  const sentences = [...new Set(strict.flatMap((level) => reports.flatMap((each) => missing(each, level))))];
  const text = [table(reports), '', ...notOnScreen(reports), ...(sentences.length > 0 ? ['', ...sentences] : [])].join(
    '\n',
  );
  const page = await coveragePage(reports);
  await writeForWorkbench(reports);
  for (const folder of new Set([FOLDER, outputFolder(args)])) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'coverage.txt'), `${text}\n`);
    await writeFile(join(folder, 'coverage.json'), `${JSON.stringify(toJson(reports))}\n`);
  }
  process.stdout.write(`${text}\n\nSee ${outputFolder(args)}/index.html, or /flows on the running server\n`);
  return sentences.length > 0 ? 1 : 0;
}
