/** Computes the paths that are walked on the screen, once for a run, before the first browser starts. */
import type { TestProject } from 'vitest/node';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Path, isSeenOnScreen, pathsOf } from './paths.ts';

const models = import.meta.glob<FlowModel>('/machines/*/*.model.ts', { import: 'default', eager: true });

declare module 'vitest' {
  interface ProvidedContext {
    /** The paths of each flow, by the id of its machine. */
    readonly paths: Readonly<Record<string, readonly Path[]>>;
  }
}

/** The flows that another runs are walked on the screen together with it. */
const isWalkedAlone = (model: FlowModel): boolean =>
  Object.values(models).every((other) => !Object.values(other.children ?? {}).includes(model));

/** The flows in these folders, or that run one of them; all, where none is named (`FLOWS=payflow,draft`). */
function isNamed(model: FlowModel): boolean {
  const folders = process.env['FLOWS']?.split(',');
  if (folders === undefined) return true;
  const found = Object.entries(models).find(([, each]) => each === model);
  const [, , folder = ''] = found?.[0].split('/') ?? [];
  return folders.includes(folder) || Object.values(model.children ?? {}).some(isNamed);
}

export default function setup({ provide }: TestProject): void {
  const paths = Object.values(models)
    .filter((model) => isWalkedAlone(model) && isNamed(model))
    .map((model) => [model.machine.id, pathsOf(model, { isWhole: true, isWanted: isSeenOnScreen })] as const);
  provide('paths', Object.fromEntries(paths));
}
