/** The rule of the paperless enrollment form (Y §5.4). */
import { expect, it } from 'vitest';
import { findProblems } from '#domain/issue.ts';
import { paperlessSchema } from '#domain/messages/paperless/rules.ts';

it('the paperless form requires agreement to the terms', () => {
  expect(findProblems(paperlessSchema(), { terms: true })).toEqual([]);
  expect(findProblems(paperlessSchema(), { terms: false })).toEqual([
    { field: 'terms', issue: { code: 'terms.required' } },
  ]);
});
