/** The reads and managed texts that a page needs first. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { initialReadAddresses, listInitialReads, listInitialTexts } from '#domain/api/initial-data.ts';
import { DocumentData } from '#domain/portal/document.ts';
import { type PortalRoute, routes } from '#domain/portal/routes.ts';

it('the prefetched reads in a document are non-empty lists of URLs', () => {
  const data = (borrower: unknown) => ({ files: {}, answers: {}, initialReads: { borrower, payer: [] } });
  expect(v.is(DocumentData, data([['a'], ['b', 'c']]))).toBe(true);
  expect(v.is(DocumentData, data([[]]))).toBe(false);
});

describe('the reads to prefetch for a page', () => {
  const routeOfPage = (page: string): PortalRoute => {
    const route = routes.find((each) => each.page === page);
    if (route === undefined) throw new Error(`No address shows ${page}`);
    return route;
  };

  it('are the access facts and its own reads, with dependent reads in sequence', () => {
    expect(listInitialReads(routeOfPage('payflow'), 'borrower')).toEqual([
      ['access-facts'],
      ['drafts/payflow'],
      ['payment-overviews/current'],
      ['payment-dates', 'borrower-payments/current'],
      ['payment-methods'],
      ['content/items/payments/interest-accrual-end-date'],
      ['scheduled-payments'],
      ['special-payment-instructions'],
    ]);
    expect(listInitialReads(routeOfPage('upload-documents'), 'borrower')).toEqual([['access-facts']]);
    expect(listInitialReads({ path: '/x', title: 'X', audience: 'signedIn' }, 'borrower')).toEqual([['access-facts']]);
  });

  it('include managed texts, which the server has itself', () => {
    expect(listInitialTexts(routeOfPage('payflow'))).toEqual([
      { section: 'payments', name: 'interest-accrual-end-date' },
    ]);
    expect(listInitialTexts(routeOfPage('login'))).toEqual([{ section: 'globalsite', name: 'auth-service-down' }]);
    expect(listInitialTexts(routeOfPage('dashboard'))).toEqual([]);
    expect(listInitialTexts(routeOfPage('upload-documents'))).toEqual([]);
    expect(listInitialTexts({ path: '/x', title: 'X', audience: 'anyone' })).toEqual([]);
  });

  it('are all listed in initialReadAddresses', () => {
    const all = routes.flatMap((route) =>
      [listInitialReads(route, 'borrower'), listInitialReads(route, 'payer')].flat(2),
    );
    expect([...initialReadAddresses].sort()).toEqual([...new Set(all)].sort());
    for (const address of ['borrower-payments/current', 'loan-accounts', 'drafts/military']) {
      expect(initialReadAddresses).toContain(address);
    }
  });
});
