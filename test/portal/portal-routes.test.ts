/** The route table (P §2.1, §2.2, §5.1, rulings 7, 8, 27, 44, 50): audiences and access conditions. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEYWORDS, pagesOf } from '#domain/portal/pages.ts';
import { type PortalRoute, hasPage, routeExists, routeAt, routeOf, routes } from '#domain/portal/routes.ts';

/** Addresses of pages that are open without a session. They show no data of a borrower. */
const PUBLIC =
  /^\/(?:(?:welcome|account|auth|login-sso|campaign|live-chat|externalRedirect|content|maintenance|error)(?:\/|$)|$)/;

const pathsWith = (has: (route: PortalRoute) => boolean): string[] => routes.filter(has).map(({ path }) => path);
const byPath = <T>(of: (route: PortalRoute) => T | undefined): Record<string, T> =>
  Object.fromEntries(
    routes.flatMap((route) => {
      const value = of(route);
      return value === undefined ? [] : [[route.path, value] as const];
    }),
  );

describe('the table of addresses', () => {
  it('has each address once', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  });

  it('requires a session, except for public pages and redirects', () => {
    const open = routes.filter(({ audience, redirectTo }) => audience !== 'signedIn' && redirectTo === undefined);
    expect(open.map(({ path }) => path).filter((path) => !PUBLIC.test(path))).toEqual([]);
  });

  it('never blocks the address to which the sign-in returns, nor targets of redirects', () => {
    expect(pathsWith(({ isAlwaysOpen }) => isAlwaysOpen === true)).toEqual([
      '/auth/callback',
      // The names of forms, and two more addresses, are redirects; their targets have the access conditions.
      '/content/forms/docupload',
      '/content/forms/privacyoptoutform',
      '/content/forms/caprivacyform',
      '/error/not-found',
      '/error/generic',
      '/payments',
      '/repayment-options/military-deferment/*',
    ]);
  });

  it('has one page that exists only during maintenance', () => {
    expect(pathsWith(({ isOnlyInMaintenance }) => isOnlyInMaintenance === true)).toEqual(['/maintenance']);
  });

  it('is open during maintenance for content and for leaving', () => {
    expect(pathsWith(({ skipMaintenanceCheck }) => skipMaintenanceCheck === true)).toEqual([
      '/auth/callback',
      '/externalRedirect',
      '/content/forms/docupload',
      '/content/forms/privacyoptoutform',
      '/content/forms/caprivacyform',
      '/content/forms/:formName',
      '/content/*',
      '/maintenance',
      '/error/not-found',
      '/error/generic',
      '/payments',
      '/repayment-options/military-deferment/*',
    ]);
  });

  it('has a separate page for borrowers who open the upload without logging in', () => {
    expect(routes.flatMap(({ path, pageForBorrowers: own }) => (own === undefined ? [] : [[path, own]]))).toEqual([
      ['/content/docupload', '/documents/upload-documents'],
    ]);
  });

  it('redirects very delinquent borrowers to /past-due before these (rulings 27 and 53)', () => {
    expect(pathsWith(({ isAfterPastDue }) => isAfterPastDue === true)).toEqual([
      '/',
      '/dashboard',
      '/loan-details',
      '/loan-details/account',
      '/loan-details/progress',
    ]);
  });

  it('has the action-page layout for /actions/* and /past-due (ruling 50)', () => {
    expect(pathsWith(({ layout }) => layout === 'action')).toEqual(
      pathsWith(({ path }) => path.startsWith('/actions/') || path === '/past-due'),
    );
  });

  it('opens three pages only while their action is pending', () => {
    expect(pathsWith(({ needsPendingAction }) => needsPendingAction === true)).toEqual([
      '/actions/direct-splash',
      '/actions/email-disclaimer',
      '/actions/agreements',
    ]);
  });

  it('needs a feature flag for single sign-on and for loan details (P §2.1, §5.1)', () => {
    const loans = { flag: 'loanInfoEnabled', elsewhere: '/dashboard' };
    expect(byPath(({ needsFlag }) => needsFlag)).toEqual({
      '/login-sso': { flag: 'isSsoEnabled' },
      '/loan-details': loans,
      '/loan-details/account': loans,
      '/loan-details/progress': loans,
    });
  });

  it('keeps the federal identity from passwords, and single sign-on from all but the change-password route (P §5.1)', () => {
    expect(byPath(({ needsOwnPassword }) => needsOwnPassword)).toEqual({
      '/actions/change-password': 'withoutSingleSignOn',
      '/profile/change-password': 'always',
      '/profile/download-record': 'always',
    });
    expect(pathsWith(({ isOfAccounts }) => isOfAccounts === true)).toEqual([
      '/account/registration/*',
      '/account/forgot/*',
      '/account/payer-invitation',
      '/actions/change-password',
      '/payments/authorized-payers',
      '/profile/change-password',
      '/profile/download-record',
    ]);
  });

  it('has the same access conditions at each entry of an application (P §5.1, rulings 8, 28, 60, 62)', () => {
    expect(byPath(({ eligibility }) => eligibility)).toEqual({
      '/repayment-options/idr/*': 'idr',
      '/repayment-options/term-repayment/*': 'term',
      '/repayment-options/deferment/options/*': 'deferment',
      '/repayment-options/deferment/in-school/*': 'deferment',
      '/repayment-options/deferment/military/*': 'deferment',
      '/repayment-options/forbearance/hardship/*': 'hardship',
    });
  });

  it('starts flows with several addresses at one of them', () => {
    for (const { path, entry } of routes) if (entry !== undefined) expect(routeOf(entry)?.path).toBe(path);
  });
});

describe('an address', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/dashboard', '/dashboard'],
    ['/Dashboard/', '/dashboard'],
    ['/dashboard?x=/payments', '/dashboard'],
    ['/dashboard#/payments', '/dashboard'],
    ['//dashboard', undefined],
    ['/%64ashboard', '/dashboard'],
    ['/payments/payflow/%', '/payments/payflow/*'],
    ['/dashboard/more', undefined],
    ['/nowhere', undefined],
    ['/payments/payflow', '/payments/payflow/*'],
    ['/payments/payflow/review', '/payments/payflow/*'],
    ['/payments/payflow/a/b', '/payments/payflow/*'],
    ['/payments/payflower', undefined],
    ['/content', '/content/*'],
    ['/content/help/interest', '/content/*'],
    ['/content/docupload', '/content/docupload'],
    ['/content/forms/w9', '/content/forms/:formName'],
    ['/content/forms', '/content/*'],
    ['/content/forms/w9/more', '/content/*'],
  ])('%s belongs to %s', (address, path) => {
    expect(routeOf(address)?.path).toBe(path);
  });

  it('is found by its pattern too', () => {
    expect(routeAt('/content/*')?.title).toBe('Information');
    expect(routeAt('/content/help')).toBeUndefined();
  });

  it('has a page if the portal implements it and the server stores its data', () => {
    expect(
      ['/dashboard', '/payments/payflow/schedule', '/profile/change-password'].every((each) => hasPage(each)),
    ).toBe(true);
    expect(['/profile/no-such-page', '/nowhere'].some((each) => hasPage(each))).toBe(false);
    const elsewhere = { keepsAccounts: false };
    expect(hasPage('/profile/change-password', elsewhere)).toBe(false);
    expect(hasPage('/dashboard', elsewhere)).toBe(true);
    expect(routeExists(undefined, elsewhere)).toBe(false);
  });
});

describe('the pages that site search offers (ruling 14)', () => {
  const found = (keepsAccounts: boolean) => pagesOf({ keepsAccounts }).map(({ path }) => path);

  it('exist, have search words, and start at their first screen', () => {
    const pages = pagesOf({ keepsAccounts: true });
    expect(pages.find(({ path }) => path === '/payments/payflow/schedule')).toMatchObject({
      title: 'Make a Payment',
      audience: 'signedIn',
      keywords: expect.stringContaining('pay now'),
    });
    expect(found(true)).toEqual(expect.arrayContaining(['/dashboard', '/past-due', '/live-chat', '/documents/inbox']));
    expect(found(true).some((path) => path.endsWith('*'))).toBe(false);
  });

  it('are rows of the table, each with words', () => {
    expect(Object.entries(KEYWORDS).filter(([path, words]) => routeAt(path) === undefined || words === '')).toEqual([]);
  });

  it('leave out passwords where the server keeps none', () => {
    expect(found(true)).toContain('/profile/change-password');
    expect(found(false)).not.toContain('/profile/change-password');
  });
});

describe('the rows of the table', () => {
  const sections = readdirSync('content', { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

  it.each(routes.flatMap(({ path, sections: named }) => (named === undefined ? [] : [[path, named] as const])))(
    'name for %s sections of the managed texts that there are',
    (_, named) => {
      expect(named.length).toBeGreaterThan(0);
      for (const section of named) expect(sections).toContain(section);
    },
  );
});
