/** An export of the workspace `flows/core`. */
const WORKBENCH = /^xstate-workbench\/model(?:\/(.+))?$/;

/** Returns the file of the workspace that an import names; undefined for any other import. */
export function workbenchFile(specifier: string): string | undefined {
  const exported = WORKBENCH.exec(specifier);
  return exported ? `flows/core/model/${exported[1] ?? 'index'}.ts` : undefined;
}
