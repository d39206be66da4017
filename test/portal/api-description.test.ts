/** Public interfaces change only together with their committed descriptions. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { descriptions } from '#test/support/api-description.ts';

it.each(Object.entries(descriptions()))('%s is up to date (npm run diagrams)', async (file, description) => {
  expect(JSON.parse(JSON.stringify(description))).toEqual(JSON.parse(await readFile(file, 'utf8')));
});
