/** Search results are limited to pages that the person may open (ruling 14). */
import { expect, it } from 'vitest';
import type { SearchResult } from '#domain/portal/content/shapes.ts';
import { samplePerson as borrower } from '#domain/session/identity/samples.ts';
import { openTo } from '#machines/portal/search/search.machine.ts';

const page = (path: string, audience: SearchResult['audience']): SearchResult => ({
  title: path,
  path,
  excerpt: '',
  terms: [],
  audience,
});
const found = [
  page('/content/help/interest', 'anyone'),
  page('/account/login', 'visitors'),
  page('/dashboard', 'signedIn'),
  page('/profile/change-password', 'signedIn'),
];
const shownTo = (person: Parameters<typeof openTo>[1]) => openTo(found, person).map(({ path }) => path);

it('search omits pages for other audiences', () => {
  expect(shownTo(null)).toEqual(['/content/help/interest', '/account/login']);
  expect(shownTo(borrower)).toEqual(['/content/help/interest', '/dashboard', '/profile/change-password']);
  expect(shownTo({ ...borrower, role: 'payer' })).toEqual(['/content/help/interest', '/profile/change-password']);
});

it('search omits the password page for people with the federal identity, who change it elsewhere', () => {
  expect(shownTo({ ...borrower, isFederalIdentity: true })).toEqual(['/content/help/interest', '/dashboard']);
});
