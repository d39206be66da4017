/** What is sent over the wire changes only together with its committed description. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { API_DESCRIPTION, apiDescription } from '#test/support/api-description.ts';

it('is described as it is (npm run diagrams)', async () => {
  expect(JSON.parse(apiDescription())).toEqual(JSON.parse(await readFile(API_DESCRIPTION, 'utf8')));
});
