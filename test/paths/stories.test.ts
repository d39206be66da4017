/** Each state that a person can see has its story. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { seen } from '../support/stage.tsx';
import { storyFiles } from '../support/state-stories.ts';

test('there is a story for each state of each flow that is seen (npm run diagrams)', async () => {
  const files = await storyFiles();
  expect(files.size).toBe(seen.length);
  for (const [path, text] of files) expect(await readFile(path, 'utf8').catch(() => ''), path).toBe(text);
});
