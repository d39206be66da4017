/** Which flows a change touches, by what imports what. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './sources.mjs';

/** The folder of the flow to which a file belongs; none for what flows share. */
function flowOf(file) {
  const folder = /^(?:machines|src\/views|src\/pages)\/([^/.]+)[/.]/.exec(file)?.[1];
  return folder !== undefined && folder !== 'kit' && existsSync(join(root, 'machines', folder)) ? folder : undefined;
}

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** The files of this repository that a file imports; what is imported as a type only does nothing. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
  return [...text.matchAll(IMPORTS)].flatMap(([, name]) => {
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [posix.join(dirname(file), name)] : [];
  });
}

/**
 * The folders of the flows whose machine, model, views or rules a change touches, in order; nothing where it touches what
 * all flows are shown by. `changed` and `files`, all that there are, are paths from the root.
 */
export function touchedFlows(changed, files) {
  const importers = new Map();
  for (const file of files.filter(
    (each) => existsSync(join(root, each)) && /^(?:domain|machines|src)\/.*(?<!\.stories)\.tsx?$/.test(each),
  )) {
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  const met = new Set(changed.filter((file) => /^(?:domain|machines|src|flows|test\/(?:views|support))\//.test(file)));
  for (const file of met) {
    const isOfFlow = flowOf(file) !== undefined;
    if (!isOfFlow && !/^(?:domain|machines)\//.test(file)) return undefined;
    // The portal imports every flow, which does not make another of it.
    for (const each of importers.get(file) ?? []) if (!isOfFlow || flowOf(each) !== undefined) met.add(each);
  }
  return [...new Set([...met].map(flowOf).filter((flow) => flow !== undefined))].sort();
}
