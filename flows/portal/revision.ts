/**
 * Exports the machines of a checkout of the portal as JSON: `node tools/run.mjs flows/portal/revision.ts <folder>
 * <file> <revision> <commit>`. The modules that read machines are those of this checkout, so that both revisions are
 * read in the same way; the machines and the descriptions of their actors are those of the folder.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import * as v from 'valibot';
import { isMachine } from 'xstate-workbench/model/xstate-internals';
import type { Revision } from '../compare/revision-file.ts';
import { createDiagram } from '../diagram.ts';
import { describeWith } from './portal-diagram.ts';

const Entry = v.object({
  id: v.string(),
  title: v.string(),
  machine: v.custom<AnyStateMachine>(isMachine, 'is not a machine of the installed version of XState'),
});
const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';

const CatalogModule = v.object({ loadCatalog: v.custom<() => Promise<unknown>>(isFunction) });

const Effect = v.union([
  v.object({ kind: v.literal('call'), call: v.object({ method: v.string(), path: v.string() }) }),
  v.object({ kind: v.string(), name: v.string() }),
]);
const EffectModule = v.object({ effectsOf: v.custom<(logic: AnyActorLogic) => unknown>(isFunction) });

async function loadFlows(folder: string): Promise<Revision['flows']> {
  const catalogFile = join(folder, 'machines/catalog.ts');
  if (!existsSync(catalogFile)) throw new Error('This revision has no machines/catalog.ts, which lists the machines');
  const { loadCatalog } = v.parse(CatalogModule, await import(/* @vite-ignore */ catalogFile));
  const { effectsOf } = v.parse(EffectModule, await import(/* @vite-ignore */ join(folder, 'machines/kit/effect.ts')));
  const describeActor = describeWith((logic) => v.parse(v.array(Effect), effectsOf(logic)));
  return v
    .parse(v.array(Entry), await loadCatalog())
    .map(({ id, title, machine }) => ({ id, title, diagram: createDiagram(machine, { describeActor }) }));
}

export default async function exportRevision(args: readonly string[]): Promise<number> {
  const [folder, file, revision = '', commit = ''] = args;
  if (folder === undefined || file === undefined) throw new Error('Name a folder and a file');
  const exported: Revision = { revision, commit, flows: await loadFlows(folder) };
  await writeFile(file, JSON.stringify(exported));
  return 0;
}
