/** Search results: marked terms, and no other markup. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SearchSite } from '#src/ui/index.ts';
import { searchViews } from '#src/views/portal/search/views.tsx';

afterEach(cleanup);

const hostile = '<mark>pay</mark> <img src=x onerror="document.title = 1"> & pay';
const results = [
  {
    title: 'Pay & more',
    path: '/content/help/pay',
    excerpt: hostile,
    terms: ['Pay', 'pay', 'img'],
    audience: 'anyone',
  },
] as const;

function show(search: ((term: string) => void) | undefined) {
  const { showing: Showing } = searchViews;
  const data = results.map((result) => ({ ...result, terms: [...result.terms] }));
  const context = { input: { term: '<b>pay</b>', person: null }, data, failure: null };
  render(
    <SearchSite value={search}>
      <Showing state={{ context }} />
    </SearchSite>,
  );
}

it('marks the matched words in title and excerpt, and escapes all markup', () => {
  show(() => undefined);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Pay',
    'pay',
    'img',
    'pay',
  ]);
  expect(document.querySelector('img, b')).toBeNull();
  expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === hostile)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay & more' })).toBeTruthy();
  expect(screen.getByText('1 result for “<b>pay</b>”')).toBeTruthy();
});

it('offers another search if the site has a search', () => {
  show(() => undefined);
  expect(screen.getByRole('searchbox', { name: 'Search again' })).toBeTruthy();
  cleanup();
  show(undefined);
  expect(screen.queryByRole('searchbox')).toBeNull();
});
