import { expect, test } from 'vitest';
import { drawings, staleDrawings } from '#flows/write.ts';

test('the drawings show the charts as they are (npm run diagrams)', async () => {
  expect(await staleDrawings(await drawings())).toEqual([]);
});
