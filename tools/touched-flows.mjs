/** Finds the flows that a change affects, by imports. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './sources.mjs';

/** The folders of the flows: `machines/<area>/<folder>` with a model of that name. */
const flows = new Set(
  readdirSync(join(root, 'machines'), { recursive: true }).flatMap(
    (file) => /([^/\\]+)[/\\]\1\.model\.ts$/.exec(file)?.[1] ?? [],
  ),
);

/** Returns the folder of a file's flow, or nothing for shared files. */
function findFlow(file) {
  const [, folder] = /^(?:(?:machines|src\/views)\/[^/]+|src\/pages)\/([^/.]+)[/.]/.exec(file) ?? [];
  return flows.has(folder) ? folder : undefined;
}

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** Returns the files of this repository that a file imports. Type-only imports do not count. */
function listImports(file) {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
  return [...text.matchAll(IMPORTS)].flatMap(([, name]) => {
    const [isWorkbench, model = 'index'] = /^xstate-workbench\/model(?:\/(.+))?$/.exec(name) ?? [];
    if (isWorkbench) return [`flows/core/model/${model}.ts`];
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [posix.join(dirname(file), name)] : [];
  });
}

/**
 * Returns the folders of the flows whose machine, model, views or rules a change affects, in order. Returns undefined
 * if the change affects shared UI. `changed` and `files` (all files) are paths relative to the root.
 */
export function touchedFlows(changed, files) {
  const importers = new Map();
  for (const file of files.filter(
    (each) => existsSync(join(root, each)) && /^(?:domain|machines|src)\/.*(?<!\.stories)\.tsx?$/.test(each),
  )) {
    for (const imported of listImports(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  const met = new Set(changed.filter((file) => /^(?:domain|machines|src|flows|test\/(?:views|support))\//.test(file)));
  for (const file of met) {
    const isOfFlow = findFlow(file) !== undefined;
    if (!isOfFlow && !/^(?:domain|machines)\//.test(file)) return undefined;
    // The portal imports every flow, but is not part of any.
    for (const each of importers.get(file) ?? []) if (!isOfFlow || findFlow(each) !== undefined) met.add(each);
  }
  return [...new Set([...met].map(findFlow).filter((flow) => flow !== undefined))].sort();
}
