/**
 * The route table of the portal (P §2.1): the audience and conditions of each path. The router, the access machine, site
 * search, the tests and `docs/access.md` use it. Paths that are missing here or not implemented are not found for
 * anyone (ruling 36). Ruling 7's list (`domain/session/identity/rules.ts`) determines which paths payers may open.
 */
import { matchRoutes } from 'react-router';
import type { Eligibility } from './shapes.ts';
import type { Audience, FeatureFlags } from './shapes.ts';

export interface PortalRoute {
  /** The path pattern: `:name` matches one segment, a trailing `/*` everything below. */
  readonly path: string;
  /** The document title. */
  readonly title: string;
  readonly audience: Audience;
  /** The name of the page component in `src/pages`; undefined if it is not implemented. */
  readonly page?: string;
  /** The path of the first screen, for pages with several screens. */
  readonly entry?: string;
  /** The redirect target. The part of the path below `/*` is appended. The access check runs at the target. */
  readonly redirectTo?: string;
  /** The action-page layout (P §2.2, ruling 50). */
  readonly layout?: 'action';
  /**
   * The managed content sections that the page needs first, besides those of the layout. The server embeds them in the
   * document.
   */
  readonly sections?: readonly string[];
  /**
   * Whether the server prerenders the page as a visitor sees it (docs/decisions/prerendering.md). Only for pages that
   * show managed texts and have no form fields.
   */
  readonly isPrerendered?: true;
  /** A single centered column, for forms and long texts. */
  readonly width?: 'column';
  /** `false` hides the log-in buttons in the header, because the page has its own (P §2.2). */
  readonly showLoginButtons?: false;

  /** The equivalent page for signed-in borrowers, to which they are redirected. */
  readonly pageForBorrowers?: string;
  /** Skips the access check: for the sign-in callback and for redirect targets. */
  readonly isAlwaysOpen?: true;
  /** Also open during maintenance (P §5.1). */
  readonly skipMaintenanceCheck?: true;
  /** Open only during maintenance; otherwise redirects to the home page. */
  readonly isOnlyInMaintenance?: true;
  /** Very delinquent borrowers see /past-due first (ruling 27). */
  readonly isAfterPastDue?: true;
  /** Open only while its borrower action is pending; otherwise redirects to the home page. */
  readonly needsPendingAction?: true;
  /**
   * The application that starts here. Requires a federal account (ruling 8), no application in process (ruling 60) and
   * eligibility.
   */
  readonly eligibility?: Eligibility;
  /** Requires a feature flag. Without it, redirects to `elsewhere` or is not found. */
  readonly needsFlag?: { readonly flag: keyof FeatureFlags; readonly elsewhere?: string };
  /**
   * For people whose password is managed here, not by the federal identity. `withoutSingleSignOn` also closes the page
   * to everyone if single sign-on is active; the change-password route uses `always` (P §5.1).
   */
  readonly needsOwnPassword?: 'withoutSingleSignOn' | 'always';
  /** Asks for the password before some changes, so that an impersonator cannot make them (ruling 118). */
  readonly asksPassword?: true;
  /** A page about usernames and passwords. It exists only if this server manages them ({@link PortalFeatures}). */
  readonly isOfAccounts?: true;
}

const anyone = { audience: 'anyone' } as const;
const visitors = { audience: 'visitors' } as const;
const signedIn = { audience: 'signedIn' } as const;
/** Redirects before any other condition of the access check. */
const redirect = { audience: 'anyone', isAlwaysOpen: true, skipMaintenanceCheck: true } as const;

export const routes: readonly PortalRoute[] = [
  { path: '/', title: 'Home', ...anyone, page: 'home', isAfterPastDue: true },
  {
    path: '/welcome',
    title: 'Welcome',
    ...visitors,
    page: 'welcome',
    sections: ['home'],
    isPrerendered: true,
  },
  {
    path: '/account/login',
    title: 'Log In',
    ...visitors,
    page: 'login',
    sections: ['home'],
    width: 'column',
    showLoginButtons: false,
  },
  {
    path: '/account/login-impersonation',
    title: 'Log In for Employees',
    ...visitors,
    page: 'login',
    sections: ['home'],
    width: 'column',
  },
  {
    path: '/account/registration/*',
    title: 'Create Online Account',
    ...visitors,
    page: 'registration',
    sections: ['home'],
    width: 'column',
    isOfAccounts: true,
    entry: '/account/registration',
  },
  {
    path: '/account/forgot/*',
    title: 'Forgot Username or Password',
    ...visitors,
    page: 'account-recovery',
    width: 'column',
    isOfAccounts: true,
    entry: '/account/forgot',
  },
  {
    path: '/account/payer-invitation',
    title: 'Accept an Invitation',
    ...anyone,
    page: 'payer-invitation',
    width: 'column',
    isOfAccounts: true,
  },
  { path: '/account/search', title: 'Search Results', ...anyone, page: 'search' },
  {
    path: '/auth/callback',
    title: 'Logging In',
    ...anyone,
    page: 'callback',
    isAlwaysOpen: true,
    skipMaintenanceCheck: true,
  },
  {
    path: '/login-sso',
    title: 'Single Sign-On',
    ...visitors,
    page: 'login',
    sections: ['home'],
    width: 'column',
    needsFlag: { flag: 'isSsoEnabled' },
  },
  { path: '/campaign', title: 'Campaign', ...anyone, page: 'campaign' },

  {
    path: '/actions/change-password',
    title: 'Change Password',
    ...signedIn,
    asksPassword: true,
    page: 'change-password',
    sections: ['myprofile'],
    width: 'column',
    layout: 'action',
    isOfAccounts: true,
    needsOwnPassword: 'withoutSingleSignOn',
  },
  {
    path: '/actions/contact-info',
    title: 'Confirm Your Contact Information',
    ...signedIn,
    asksPassword: true,
    page: 'contact-information',
    sections: ['myprofile'],
    width: 'column',
    layout: 'action',
  },
  {
    path: '/actions/direct-splash',
    title: 'Direct Loans',
    ...signedIn,
    page: 'required-action',
    sections: ['myprofile'],
    width: 'column',
    layout: 'action',
    needsPendingAction: true,
  },
  {
    path: '/actions/email-disclaimer',
    title: 'Your Email Address',
    ...signedIn,
    page: 'required-action',
    sections: ['myprofile'],
    width: 'column',
    layout: 'action',
    needsPendingAction: true,
  },
  {
    path: '/actions/agreements',
    title: 'Agreements',
    ...signedIn,
    page: 'required-action',
    sections: ['myprofile'],
    width: 'column',
    layout: 'action',
    needsPendingAction: true,
  },

  {
    path: '/dashboard',
    title: 'Account Dashboard',
    ...signedIn,
    page: 'dashboard',
    sections: ['home'],
    isAfterPastDue: true,
  },
  {
    path: '/loan-details',
    title: 'My Loans',
    ...signedIn,
    page: 'loan-details',
    sections: ['myloans'],
    isAfterPastDue: true,
    needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' },
  },
  {
    path: '/loan-details/account',
    title: 'My Loans - Account Details',
    ...signedIn,
    page: 'loan-details-account',
    sections: ['myloans'],
    isAfterPastDue: true,
    needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' },
  },
  {
    path: '/loan-details/progress',
    title: 'Repayment Progress',
    ...signedIn,
    page: 'loan-progress',
    sections: ['myloans'],
    isAfterPastDue: true,
    needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' },
  },
  {
    path: '/past-due',
    title: 'Past Due',
    ...signedIn,
    page: 'past-due',
    sections: ['myloans'],
    width: 'column',
    layout: 'action',
  },
  {
    path: '/email-us',
    title: 'Email Us',
    ...signedIn,
    page: 'email-us',
    sections: ['home'],
    width: 'column',
  },
  {
    path: '/live-chat',
    title: 'Live Chat',
    ...anyone,
    page: 'live-chat',
    width: 'column',
  },
  {
    path: '/externalRedirect',
    title: 'Leaving this site',
    ...anyone,
    page: 'external-redirect',
    skipMaintenanceCheck: true,
  },
  // The three forms with paths among the static pages (P §2.6).
  {
    path: '/content/docupload',
    // Differs from the title of the page for signed-in people, because search shows both.
    title: 'Upload Documents Without Logging In',
    ...anyone,
    pageForBorrowers: '/documents/upload-documents',
    page: 'anonymous-upload',
    sections: ['documents'],
    width: 'column',
  },
  {
    path: '/content/privacyoptoutform',
    title: 'Privacy Opt-Out',
    ...anyone,
    page: 'privacy-opt-out',
    sections: ['formscontent'],
    width: 'column',
  },
  {
    path: '/content/caprivacyform',
    title: 'California Privacy Rights',
    ...anyone,
    page: 'privacy-request',
    sections: ['formscontent'],
    width: 'column',
  },
  {
    path: '/content/forms/docupload',
    title: 'Upload Documents Without Logging In',
    ...redirect,
    redirectTo: '/content/docupload',
  },
  {
    path: '/content/forms/privacyoptoutform',
    title: 'Privacy Opt-Out',
    ...redirect,
    redirectTo: '/content/privacyoptoutform',
  },
  {
    path: '/content/forms/caprivacyform',
    title: 'California Privacy Rights',
    ...redirect,
    redirectTo: '/content/caprivacyform',
  },
  {
    path: '/content/forms/:formName',
    title: 'Form',
    ...anyone,
    page: 'content-page',
    isPrerendered: true,
    skipMaintenanceCheck: true,
  },
  {
    path: '/content/*',
    title: 'Information',
    ...anyone,
    page: 'content-page',
    isPrerendered: true,
    skipMaintenanceCheck: true,
  },
  {
    path: '/maintenance',
    title: 'Maintenance',
    ...anyone,
    page: 'maintenance',
    width: 'column',
    isOnlyInMaintenance: true,
    skipMaintenanceCheck: true,
  },
  {
    path: '/error/not-found',
    title: 'Page not found',
    ...anyone,
    page: 'not-found',
    width: 'column',
    isAlwaysOpen: true,
    skipMaintenanceCheck: true,
  },
  {
    path: '/error/generic',
    title: 'Something went wrong',
    ...anyone,
    page: 'generic-error',
    width: 'column',
    isAlwaysOpen: true,
    skipMaintenanceCheck: true,
  },

  { path: '/payments', title: 'Payments', ...redirect, redirectTo: '/payments/payment-activity' },
  {
    path: '/payments/payflow/*',
    title: 'Make a Payment',
    ...signedIn,
    page: 'payflow',
    sections: ['payments'],
    entry: '/payments/payflow/schedule',
  },
  {
    path: '/payments/payment-auto-debit',
    title: 'Auto Debit',
    ...signedIn,
    asksPassword: true,
    page: 'payment-auto-debit',
    sections: ['payments'],
  },
  {
    path: '/payments/payment-activity',
    title: 'Payment Activity',
    ...signedIn,
    page: 'payment-activity',
    sections: ['payments'],
  },
  {
    path: '/payments/payment-activity/payment-activity-details',
    title: 'Payment History Details',
    ...signedIn,
    page: 'payment-details',
    sections: ['payments'],
  },
  {
    path: '/payments/payment-methods',
    title: 'Payment Methods',
    ...signedIn,
    asksPassword: true,
    page: 'payment-methods',
    sections: ['payments'],
  },
  {
    path: '/payments/authorized-payers',
    title: 'Authorized Payers',
    ...signedIn,
    asksPassword: true,
    page: 'authorized-payers',
    sections: ['payments'],
    isOfAccounts: true,
  },
  {
    path: '/payments/payment-instructions',
    title: 'Extra Payments: Where They Go',
    ...signedIn,
    page: 'payment-instructions',
    sections: ['payments'],
  },
  {
    path: '/payments/payment-payoff',
    title: 'Payoff Quote',
    ...signedIn,
    page: 'payoff-quote',
    sections: ['payments'],
  },

  {
    path: '/repayment-options',
    title: 'Repayment Options',
    ...signedIn,
    page: 'repayment-options',
    sections: ['repayoptions'],
  },
  {
    path: '/repayment-options/landing',
    title: 'Repayment Options',
    ...redirect,
    redirectTo: '/repayment-options',
  },
  {
    path: '/repayment-options/application',
    title: 'Application',
    ...signedIn,
    page: 'application-details',
    sections: ['repayoptions'],
  },
  {
    path: '/repayment-options/idr/*',
    title: 'Income-Driven Repayment',
    ...signedIn,
    eligibility: 'idr',
    page: 'idr',
    sections: ['repayoptions'],
    entry: '/repayment-options/idr/disclaimer',
  },
  {
    path: '/repayment-options/can-not-afford',
    title: "I Can't Afford My Payments",
    ...signedIn,
    page: 'repayment-guide',
    sections: ['repayoptions'],
  },
  {
    path: '/repayment-options/term-repayment/*',
    title: 'Term-Based Repayment',
    ...signedIn,
    eligibility: 'term',
    page: 'term-repayment',
    sections: ['repayoptions'],
    entry: '/repayment-options/term-repayment/qualification',
  },
  {
    path: '/repayment-options/military-deferment/*',
    title: 'Military Deferment',
    ...redirect,
    redirectTo: '/repayment-options/deferment/military/*',
  },
  {
    path: '/repayment-options/deferment/options/*',
    title: 'Apply for a Deferment',
    ...signedIn,
    eligibility: 'deferment',
    page: 'deferment',
    sections: ['deferment'],
    entry: '/repayment-options/deferment/options/qualification',
  },
  {
    path: '/repayment-options/deferment/in-school/*',
    title: 'In-School Deferment',
    ...signedIn,
    eligibility: 'deferment',
    page: 'in-school',
    sections: ['school'],
    entry: '/repayment-options/deferment/in-school/qualification',
  },
  {
    path: '/repayment-options/deferment/military/*',
    title: 'Military Deferment',
    ...signedIn,
    eligibility: 'deferment',
    page: 'military',
    sections: ['militarybenefits'],
    entry: '/repayment-options/deferment/military/qualification',
  },
  {
    path: '/repayment-options/forbearance/hardship/*',
    title: 'Hardship Forbearance',
    ...signedIn,
    eligibility: 'hardship',
    page: 'hardship-forbearance',
    sections: ['forbearance'],
    entry: '/repayment-options/forbearance/hardship/landing',
  },
  {
    path: '/repayment-options/postpone-select',
    title: 'Pause My Payments',
    ...signedIn,
    page: 'repayment-guide',
    sections: ['repayoptions'],
  },
  {
    path: '/repayment-options/schedule-select',
    title: 'Change My Payment Schedule',
    ...signedIn,
    page: 'repayment-guide',
    sections: ['repayoptions'],
  },

  { path: '/documents/payment-schedule', title: 'Payment Schedule', ...signedIn, page: 'loan-documents' },
  {
    path: '/documents/inbox/*',
    title: 'Inbox',
    ...signedIn,
    page: 'inbox',
    sections: ['documents'],
    entry: '/documents/inbox',
  },
  { path: '/documents/statements', title: 'Statements', ...signedIn, page: 'loan-documents' },
  {
    path: '/documents/upload-documents',
    title: 'Upload Documents',
    ...signedIn,
    page: 'upload-documents',
    sections: ['documents'],
    width: 'column',
  },
  {
    path: '/documents/forms',
    title: 'Forms',
    ...signedIn,
    page: 'forms',
    sections: ['documents'],
  },
  { path: '/documents/mortgage-letter', title: 'Proof of Balance', ...signedIn, page: 'loan-documents' },
  { path: '/documents/document', title: 'Document', ...signedIn, page: 'loan-document' },
  { path: '/documents/tax-info', title: 'Tax Information', ...signedIn, page: 'loan-documents' },

  {
    path: '/profile/change-password',
    title: 'Change Password',
    ...signedIn,
    asksPassword: true,
    page: 'change-password',
    sections: ['myprofile'],
    width: 'column',
    isOfAccounts: true,
    needsOwnPassword: 'always',
  },
  {
    path: '/profile/contact-info',
    title: 'Contact Information',
    ...signedIn,
    asksPassword: true,
    page: 'contact-information',
    sections: ['myprofile'],
    width: 'column',
  },
  {
    path: '/profile/download-record',
    title: 'Download My Record',
    ...signedIn,
    asksPassword: true,
    page: 'download-record',
    width: 'column',
    isOfAccounts: true,
    needsOwnPassword: 'always',
  },
  {
    path: '/profile/security',
    title: 'Security',
    ...signedIn,
    asksPassword: true,
    page: 'security',
    sections: ['myprofile'],
    isOfAccounts: true,
  },
  {
    path: '/profile/manage-text-alerts',
    title: 'Text Alerts',
    ...signedIn,
    asksPassword: true,
    page: 'manage-text-alerts',
    sections: ['myprofile'],
    width: 'column',
  },
  {
    path: '/profile/manage-paperless',
    title: 'Manage Paperless',
    ...signedIn,
    page: 'manage-paperless',
    sections: ['myprofile'],
  },
];

const byPath: ReadonlyMap<string, PortalRoute> = new Map(routes.map((route) => [route.path, route]));

/** Returns the route with exactly this pattern; undefined if there is none. */
export const routeAt = (path: string): PortalRoute | undefined => byPath.get(path);

/** Returns the path of a route without a trailing `/*`: `/payments/payflow`. */
export const getBasePath = ({ path }: Pick<PortalRoute, 'path'>): string => path.replace(/\/\*$/, '');

/** Returns the path of a flow's first screen. */
export const getFirstScreen = (route: Pick<PortalRoute, 'path' | 'entry'>): string => route.entry ?? getBasePath(route);

const splitPath = (path: string): string[] => path.split('/').filter((part) => part !== '');

const isPattern = ({ path }: PortalRoute): boolean => path.endsWith('*') || path.includes(':');

/** A route in the form that React Router matches. */
interface RowObject {
  readonly path: string;
  readonly handle: PortalRoute;
}

/**
 * Returns a path that can be decoded. React Router matches an incorrectly encoded path literally, but logs a warning. The
 * result of `decodeURIComponent` is used, because the bundler removes a call whose result is unused.
 */
function decodable(path: string): string {
  try {
    return decodeURIComponent(path) === '' ? '' : path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

const getFirstPart = (path: string): string => decodeURIComponent(splitPath(path)[0] ?? '').toLowerCase();

/** Routes by the first segment of their path, because `matchRoutes` compiles all given routes in each call. */
const byFirstPart = new Map<string, RowObject[]>();
for (const handle of routes) {
  const part = getFirstPart(handle.path);
  byFirstPart.set(part, [...(byFirstPart.get(part) ?? []), { path: handle.path, handle }]);
}

/**
 * Returns the route for a URL, matched by React Router like the portal's router. Undefined if there is none.
 */
export function findRoute(address: string): PortalRoute | undefined {
  const [written = ''] = address.split(/[?#]/);
  const exact = byPath.get(written);
  if (exact !== undefined && !isPattern(exact)) return exact;
  const path = decodable(written);
  return matchRoutes(byFirstPart.get(getFirstPart(path)) ?? [], path)?.at(-1)?.route.handle;
}

/** The configuration that determines which pages exist. */
export interface PortalFeatures {
  /** Whether this server manages usernames and passwords, not another sign-in provider. */
  readonly keepsAccounts: boolean;
}

/** Returns whether the route exists in a portal with this configuration. */
export const routeExists = (route: PortalRoute | undefined, { keepsAccounts }: PortalFeatures): route is PortalRoute =>
  (route?.page ?? route?.redirectTo) !== undefined && (route?.isOfAccounts !== true || keepsAccounts);

/**
 * Returns the redirect target of `address`, including the part of the path below `/*` (rulings 44, 45); undefined
 * without a redirect.
 */
export function findRedirect(address: string): string | undefined {
  const route = findRoute(address);
  if (route?.redirectTo === undefined) return undefined;
  const [path = ''] = address.split(/[?#]/);
  const below = splitPath(path).slice(splitPath(getBasePath(route)).length);
  return [getBasePath({ path: route.redirectTo }), ...below].join('/') + address.slice(path.length);
}

/** Returns whether the portal has a page at a URL, following redirects. By default, checks a portal with all pages. */
export function hasPage(address: string, facts: PortalFeatures = { keepsAccounts: true }): boolean {
  const elsewhere = findRedirect(address);
  return elsewhere === undefined ? routeExists(findRoute(address), facts) : hasPage(elsewhere, facts);
}
