/** What others rely on changes only together with its committed description. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { descriptions } from '#test/support/api-description.ts';

it.each(Object.entries(await descriptions()))(
  'is described in %s as it is (npm run diagrams)',
  async (file, description) => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(JSON.parse(await readFile(file, 'utf8')));
  },
);
