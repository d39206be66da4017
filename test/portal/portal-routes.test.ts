/** The route table (P §2.1, §2.2, §5.1, rulings 7, 8, 27, 44, 50): audiences and access conditions. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEYWORDS, listPages } from '#domain/portal/pages.ts';
import {
  type PortalRoute,
  hasPage,
  findRedirect,
  routeExists,
  routeAt,
  findRoute,
  routes,
} from '#domain/portal/routes.ts';

/** The addresses of the specification and of the pages that borrowers have bookmarked: address, title of the document, for whom. */
const ADDRESSES = [
  ['/', 'Home', 'anyone'],
  ['/welcome', 'Welcome', 'visitors'],
  ['/account/login', 'Log In', 'visitors'],
  ['/account/login-impersonation', 'Log In for Employees', 'visitors'],
  ['/account/registration/*', 'Create Online Account', 'visitors'],
  ['/account/forgot/*', 'Forgot Username or Password', 'visitors'],
  ['/account/payer-invitation', 'Accept an Invitation', 'anyone'],
  ['/account/search', 'Search Results', 'anyone'],
  ['/auth/callback', 'Logging In', 'anyone'],
  ['/login-sso', 'Single Sign-On', 'visitors'],
  ['/campaign', 'Campaign', 'anyone'],
  ['/actions/change-password', 'Change Password', 'signedIn'],
  ['/actions/contact-info', 'Confirm Your Contact Information', 'signedIn'],
  ['/actions/direct-splash', 'Direct Loans', 'signedIn'],
  ['/actions/email-disclaimer', 'Your Email Address', 'signedIn'],
  ['/actions/agreements', 'Agreements', 'signedIn'],
  ['/dashboard', 'Account Dashboard', 'signedIn'],
  ['/loan-details', 'My Loans', 'signedIn'],
  ['/loan-details/account', 'My Loans - Account Details', 'signedIn'],
  ['/loan-details/progress', 'Repayment Progress', 'signedIn'],
  ['/past-due', 'Past Due', 'signedIn'],
  ['/email-us', 'Email Us', 'signedIn'],
  ['/live-chat', 'Live Chat', 'anyone'],
  ['/externalRedirect', 'Leaving this site', 'anyone'],
  ['/content/docupload', 'Upload Documents Without Logging In', 'anyone'],
  ['/content/privacyoptoutform', 'Privacy Opt-Out', 'anyone'],
  ['/content/caprivacyform', 'California Privacy Rights', 'anyone'],
  ['/content/forms/docupload', 'Upload Documents Without Logging In', 'anyone'],
  ['/content/forms/privacyoptoutform', 'Privacy Opt-Out', 'anyone'],
  ['/content/forms/caprivacyform', 'California Privacy Rights', 'anyone'],
  ['/content/forms/:formName', 'Form', 'anyone'],
  ['/content/*', 'Information', 'anyone'],
  ['/maintenance', 'Maintenance', 'anyone'],
  ['/error/not-found', 'Page not found', 'anyone'],
  ['/error/generic', 'Something went wrong', 'anyone'],
  ['/payments', 'Payments', 'anyone'],
  ['/payments/payflow/*', 'Make a Payment', 'signedIn'],
  ['/payments/payment-auto-debit', 'Auto Debit', 'signedIn'],
  ['/payments/payment-activity', 'Payment Activity', 'signedIn'],
  ['/payments/payment-activity/payment-activity-details', 'Payment History Details', 'signedIn'],
  ['/payments/payment-methods', 'Payment Methods', 'signedIn'],
  ['/payments/authorized-payers', 'Authorized Payers', 'signedIn'],
  ['/payments/payment-instructions', 'Extra Payments: Where They Go', 'signedIn'],
  ['/payments/payment-payoff', 'Payoff Quote', 'signedIn'],
  ['/repayment-options', 'Repayment Options', 'signedIn'],
  ['/repayment-options/landing', 'Repayment Options', 'anyone'],
  ['/repayment-options/application', 'Application', 'signedIn'],
  ['/repayment-options/idr/*', 'Income-Driven Repayment', 'signedIn'],
  ['/repayment-options/can-not-afford', "I Can't Afford My Payments", 'signedIn'],
  ['/repayment-options/term-repayment/*', 'Term-Based Repayment', 'signedIn'],
  ['/repayment-options/military-deferment/*', 'Military Deferment', 'anyone'],
  ['/repayment-options/deferment/options/*', 'Apply for a Deferment', 'signedIn'],
  ['/repayment-options/deferment/in-school/*', 'In-School Deferment', 'signedIn'],
  ['/repayment-options/deferment/military/*', 'Military Deferment', 'signedIn'],
  ['/repayment-options/forbearance/hardship/*', 'Hardship Forbearance', 'signedIn'],
  ['/repayment-options/postpone-select', 'Pause My Payments', 'signedIn'],
  ['/repayment-options/schedule-select', 'Change My Payment Schedule', 'signedIn'],
  ['/documents/payment-schedule', 'Payment Schedule', 'signedIn'],
  ['/documents/inbox/*', 'Inbox', 'signedIn'],
  ['/documents/statements', 'Statements', 'signedIn'],
  ['/documents/upload-documents', 'Upload Documents', 'signedIn'],
  ['/documents/forms', 'Forms', 'signedIn'],
  ['/documents/mortgage-letter', 'Proof of Balance', 'signedIn'],
  ['/documents/document', 'Document', 'signedIn'],
  ['/documents/tax-info', 'Tax Information', 'signedIn'],
  ['/profile/change-password', 'Change Password', 'signedIn'],
  ['/profile/contact-info', 'Contact Information', 'signedIn'],
  ['/profile/download-record', 'Download My Record', 'signedIn'],
  ['/profile/security', 'Security', 'signedIn'],
  ['/profile/manage-text-alerts', 'Text Alerts', 'signedIn'],
  ['/profile/manage-paperless', 'Manage Paperless', 'signedIn'],
] as const;

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
  const files = Object.keys(import.meta.glob('/src/pages/*.{ts,tsx}')).map((file) =>
    file.replace(/^.*\/|\.tsx?$/g, ''),
  );

  it('has these addresses, with these titles, for these audiences', () => {
    expect(routes.map(({ path, title, audience }) => [path, title, audience])).toEqual(
      expect.arrayContaining(ADDRESSES.map((row) => [...row])),
    );
  });

  it('refers to exactly the existing pages', () => {
    const named = new Set(routes.flatMap(({ page }) => page ?? []));
    expect([...named].sort()).toEqual(files.sort());
  });

  it('redirects to existing routes', () => {
    for (const { path, redirectTo } of routes) {
      if (redirectTo !== undefined) expect(routeAt(redirectTo)?.redirectTo, path).toBeUndefined();
      if (redirectTo !== undefined) expect(routeAt(redirectTo), path).toBeDefined();
    }
    expect(findRedirect('/Content/Forms/DocUpload?a=1')).toBe('/content/docupload?a=1');
    expect(hasPage('/content/forms/docupload')).toBe(true);
  });

  it('has the more specific of two matching routes first', () => {
    const example = (path: string) => path.replace('/*', '/x/y').replace(/:\w+/, 'x');
    for (const route of routes) expect(findRoute(example(route.path))?.path, route.path).toBe(route.path);
  });

  it('prerenders no page with data of a borrower', () => {
    const prerendered = routes.filter(({ isPrerendered }) => isPrerendered === true);
    expect(prerendered.length).toBeGreaterThan(0);
    expect(prerendered.filter(({ audience }) => audience === 'signedIn')).toEqual([]);
  });

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
      // The names of forms, and three more addresses, are redirects; their targets have the access conditions.
      '/content/forms/docupload',
      '/content/forms/privacyoptoutform',
      '/content/forms/caprivacyform',
      '/error/not-found',
      '/error/generic',
      '/payments',
      '/repayment-options/landing',
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
      '/repayment-options/landing',
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
      '/profile/security',
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
    for (const { path, entry } of routes) if (entry !== undefined) expect(findRoute(entry)?.path).toBe(path);
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
    ['/no/such/page', undefined],
    ['/payments/payflow', '/payments/payflow/*'],
    ['/payments/payflow/review', '/payments/payflow/*'],
    ['/payments/payflow/a/b', '/payments/payflow/*'],
    ['/Payments/Payflow/', '/payments/payflow/*'],
    ['/payments/payflower', undefined],
    ['/content', '/content/*'],
    ['/content/help/interest', '/content/*'],
    ['/content/docupload', '/content/docupload'],
    ['/content/forms/w9', '/content/forms/:formName'],
    ['/content/forms', '/content/*'],
    ['/content/forms/w9/more', '/content/*'],
    ['/Content/Forms/DocUpload/', '/content/forms/docupload'],
  ])('%s belongs to %s', (address, path) => {
    expect(findRoute(address)?.path).toBe(path);
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
    expect(findRoute('/payments/payflow/method?x=1#y')?.page).toBe('payflow');
  });
});

describe('the pages that site search offers (ruling 14)', () => {
  const found = (keepsAccounts: boolean) => listPages({ keepsAccounts }).map(({ path }) => path);

  it('exist, have search words, and start at their first screen', () => {
    const pages = listPages({ keepsAccounts: true });
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
