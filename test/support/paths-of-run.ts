/** Computes the paths for the screen tests before the first browser starts. */
import type { TestProject } from 'vitest/node';
import type { FlowModel } from 'xstate-workbench/model';
import { isNamed } from './named-flows.ts';
import type { Path } from 'xstate-workbench/model/paths';
import { findScreenPaths } from './screen-paths.ts';

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true });

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of each flow, by the id of its machine. */
    readonly paths: Readonly<Record<string, readonly Path[]>>;
  }
}

/** Returns true if no other flow invokes this one. Invoked flows are walked on the screen within their parents. */
const isWalkedAlone = (model: FlowModel): boolean =>
  Object.values(models).every((other) => !Object.values(other.children ?? {}).includes(model));

export default async function setup({ provide }: TestProject): Promise<void> {
  const walked = Object.values(models).filter((model) => isWalkedAlone(model) && isNamed(model));
  const paths: [string, readonly Path[]][] = [];
  for (const model of walked) paths.push([model.machine.id, (await findScreenPaths(model)).paths]);
  provide('paths', Object.fromEntries(paths));
}
