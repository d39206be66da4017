/** The build removes only descriptions from the machines. */
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { emptyDescriptions } from '../../tools/without-descriptions.ts';

const emptied = (code: string): string => emptyDescriptions(code, parseAst(code));

it('the build removes the descriptions of states and transitions', () => {
  expect(
    emptied(
      "m({ description: 'A flow', states: { a: { description: `The first`, on: { go: 'b' } } }, n: part(x, { description: 'p' }) });",
    ),
  ).toBe(
    "m({ description: '', states: { a: { description: '', on: { go: 'b' } } }, n: part(x, { description: '' }) });",
  );
});

it.each([
  ['a value that is computed', 'm({ description: texts.flow });'],
  ['a computed name', "m({ [description]: 'A' });"],
  ['other texts', "m({ title: 'description', note: 'A flow' });"],
])('the build does not change %s', (_, code) => {
  expect(emptied(code)).toBe(code);
});
