/** Tests the route table (`domain/portal/routes.ts`) and compares it with the router and the files in `src/pages`. */
import * as fc from 'fast-check';
import { type RouteObject, matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PAYER_PATHS } from '#domain/session/identity/rules.ts';
import { listPages } from '#domain/portal/pages.ts';
import { hasPage, findRedirect, routeAt, findRoute, routes } from '#domain/portal/routes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { portalRoutes, toRouteObject } from '#src/start/routes.tsx';
import { pages } from '#test/support/pages.ts';

const objects: RouteObject[] = portalRoutes();
const rowInRouter = (address: string): unknown => matchRoutes(objects, address)?.at(-1)?.route.handle;
const isEager = (page: string): boolean => ['home', 'callback'].includes(page);

test('the table names exactly the pages of src/pages', () => {
  const names = pages.map(({ name }) => name);
  expect([...new Set(routes.flatMap(({ page }) => page ?? []))].sort()).toEqual(names.sort());
});

test.each(pages)('$name is a flow or a view', ({ page }) => {
  expect(['machine', 'Component'].filter((name) => name in page)).toHaveLength(1);
});

test('the router matches every route of the table', () => {
  for (const row of routes) {
    const address = row.path.replace('/*', '').replace(/:\w+/, 'x');
    expect([address, rowInRouter(address)]).toEqual([address, row]);
  }
});

test('the router and the server match every address to the same row', () => {
  const part = fc.constantFrom(
    ...new Set(routes.flatMap(({ path }) => path.split('/'))),
    'nowhere',
    'a b',
    '%20',
    '%64ashboard',
    'PAYMENTS',
    '%',
    '%E0%A4%A',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.constantFrom('', '/', '?x=/payments'), (parts, end) => {
      const address = `/${parts.join('/')}${end}`;
      expect([address, findRoute(address)]).toEqual([address, rowInRouter(address)]);
    }),
  );
});

test('the page of every row is lazy, except redirects', () => {
  const leaves = routes.map((row) => toRouteObject(row));
  const eager = leaves.flatMap(({ path, lazy }) => (lazy === undefined ? [path] : []));
  const expected = routes.flatMap(({ path, page }) => (page === undefined || isEager(page) ? [path] : []));
  expect(eager).toEqual(expected);
});

test.each([
  ['/payments', '/payments/payment-activity'],
  ['/Payments/?from=mail#top', '/payments/payment-activity?from=mail#top'],
  ['/repayment-options/landing?isEligible=false', '/repayment-options?isEligible=false'],
  ['/repayment-options/military-deferment', '/repayment-options/deferment/military'],
  ['/repayment-options/military-deferment/qualification', '/repayment-options/deferment/military/qualification'],
  ['/repayment-options/military-deferment/a/b?c=d', '/repayment-options/deferment/military/a/b?c=d'],
  ['/payments/payflow', undefined],
  ['/nothing', undefined],
])('%s redirects to %s (P §2.1, rulings 44, 45)', (address, elsewhere) => {
  expect(findRedirect(address)).toBe(elsewhere);
  if (elsewhere !== undefined) expect(hasPage(address)).toBe(hasPage(elsewhere));
});

test('the table contains each path once', () => {
  expect(new Set(routes.map(({ path }) => path.toLowerCase())).size).toBe(routes.length);
});

test.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/DashBoard/', '/dashboard'],
  ['/loan-details?accountId=1', '/loan-details'],
  ['/payments', '/payments'],
  ['/payments/payflow', '/payments/payflow/*'],
  ['/payments/payflow/review', '/payments/payflow/*'],
  ['/content/forms/w9', '/content/forms/:formName'],
  ['/content/forms/w9/more', '/content/*'],
  ['/content/help/interest#capitalization', '/content/*'],
])('%s belongs to %s', (address, path) => {
  expect(findRoute(address)?.path).toBe(path);
});

test.each(['/nothing', '/dashboard/more', '/payments/payflows', '/error', ''.padEnd(300, '/x')])(
  '%s is unknown',
  (address) => {
    expect(findRoute(address)).toBeUndefined();
    expect(hasPage(address)).toBe(false);
  },
);

test('redirect targets are pages', () => {
  for (const path of [
    '/welcome',
    '/dashboard',
    '/payments/payflow/*',
    '/past-due',
    '/maintenance',
    '/error/not-found',
  ]) {
    expect([path, hasPage(path.replace('/*', ''))]).toEqual([path, true]);
  }
});

test('payers’ paths (ruling 7) are all in the table', () => {
  for (const path of PAYER_PATHS) {
    const address = path.replace('/error/*', '/error/not-found').replace('/*', '/x');
    expect([path, findRoute(address) !== undefined]).toEqual([path, true]);
  }
});

test('site search offers available pages, with URLs that open them', () => {
  const offered = listPages({ keepsAccounts: true });
  expect(offered.map(({ path }) => path).filter((path) => !hasPage(path) || path.includes('*'))).toEqual([]);
  expect(offered.map(({ path }) => path)).toContain('/payments/payflow/schedule');
});

test('pages for usernames and passwords are unavailable and not in search if another provider manages accounts', () => {
  const elsewhere = { keepsAccounts: false };
  const gone = [
    '/account/registration',
    '/account/registration/username',
    '/account/forgot',
    '/account/payer-invitation',
    '/payments/authorized-payers',
    '/profile/change-password',
    '/profile/download-record',
    '/profile/security',
  ];
  for (const path of [...gone, '/actions/change-password']) {
    expect([path, hasPage(path), hasPage(path, elsewhere)]).toEqual([path, true, false]);
  }
  expect(hasPage('/account/login', elsewhere)).toBe(true);
  const found = listPages({ keepsAccounts: true }).map(({ path }) => path);
  const left = listPages(elsewhere).map(({ path }) => path);
  expect(found.filter((path) => !left.includes(path))).toEqual([
    '/account/registration',
    '/account/forgot',
    '/payments/authorized-payers',
    '/profile/change-password',
    '/profile/download-record',
    '/profile/security',
  ]);
});

test('the pages of borrower actions use the action-page layout (ruling 50)', () => {
  for (const path of [...Object.values(sampleConfiguration.captivePages), '/past-due']) {
    expect([path, routeAt(path)?.layout]).toEqual([path, 'action']);
  }
  expect(routes.filter(({ layout }) => layout === 'action')).toHaveLength(6);
});
