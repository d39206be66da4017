/**
 * Generates the stories of the flows: one for each visible state, in `src/views/<flow>/<flow>.stories.tsx`. Part of
 * `npm run diagrams`. Other stories (errors, selections) are in separate files beside them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadCatalog } from '#machines/catalog.ts';
import { seen } from './stage.tsx';
import { statesOf } from './story.tsx';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the name of a story from the state of the innermost machine: `choosingAmounts > x: choosing.day` becomes
 * `ChoosingDay`.
 */
const nameOf = (state: string): string => (state.split(': ').at(-1) ?? state).split(/\W+/).map(capitalized).join('');

/** Numbers duplicate names, for example the question `unemploymentBenefits` and the result `UnemploymentBenefits`. */
const numbered = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name}${earlier + 1}`;
  });

/** Returns the group in Storybook's sidebar: flows, or elements around every page. */
const groupOf = (place: string): string => (place.includes('`/') ? 'Flows' : 'Around every page');

/** Returns the stories of a flow as text. Duplicate names are replaced by the full names of the states. */
function textOf(folder: string, group: string, title: string, states: readonly string[]): string {
  const names = states.map(nameOf);
  const told = numbered(
    states.map((state, index) => {
      const name = names[index] ?? '';
      const isAlone = names.indexOf(name) === names.lastIndexOf(name);
      return isAlone ? name : state.split(/\W+/).map(capitalized).join('');
    }),
  );
  const stories = states.map((state, index) => ({ name: told[index] ?? '', state }));
  return `${[
    '/** The states of the flow, each after the shortest way to it. Written by `npm run diagrams`. */',
    "import type { Meta } from '@storybook/react-vite';",
    `import model from '#machines/${folder}/${folder}.model.ts';`,
    "import { atState } from '#test/support/story.tsx';",
    '',
    // The walks already test the states.
    `export default { title: '${group}/${title}', tags: ['!test'] } satisfies Meta;`,
    '',
    // Breaks a long line in the same way as the formatter.
    ...stories.map(({ name, state }) => {
      const line = `export const ${name} = atState(model, '${state}');`;
      if (line.length <= 120) return line;
      const opening = `export const ${name} = atState(`;
      return opening.length <= 120
        ? `${opening}\n  model,\n  '${state}',\n);`
        : `export const ${name} =\n  atState(\n    model,\n    '${state}',\n  );`;
    }),
  ].join('\n')}\n`;
}

/** Returns the content of the story files, by path. */
export async function storyFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { id, title, place, file, machine } of await loadCatalog()) {
    const model = seen.find((each) => each.model.machine === machine)?.model;
    const folder = file.split('/')[1] ?? id;
    if (model !== undefined) {
      files.set(`src/views/${folder}/${folder}.stories.tsx`, textOf(folder, groupOf(place), title, statesOf(model)));
    }
  }
  return files;
}

export default async function write(): Promise<void> {
  const files = await storyFiles();
  let changed = 0;
  for (const [path, text] of files) {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    changed += 1;
  }
  process.stdout.write(`${files.size} files of stories, ${changed} of them new or changed.\n`);
}
