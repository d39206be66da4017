/**
 * THE table of the portal's addresses (P §2.1): for whom each is, and what keeps people from it. The router, the access
 * machine, site search, the tests and `docs/access.md` read it. What is not in it, or not built, is not found, for everyone
 * (ruling 36). Whether payers may come is ruling 7's list (`domain/identity/rules.ts`).
 */
import type { Eligibility } from '../access/shapes.ts';
import type { Audience, FeatureFlags } from './shapes.ts';

export interface PortalRoute {
  /** The address: `:name` stands for one part of it, `/*` at the end for everything below. */
  readonly path: string;
  /** The document's title. */
  readonly title: string;
  readonly audience: Audience;
  /** The name of the page in `src/pages` that is shown there; undefined where the portal has none yet. */
  readonly page?: string;
  /** The address at which a page begins that has several. */
  readonly entry?: string;
  /** The redirect target; the part of the path below `/*` is kept. Access is checked at the target. */
  readonly redirectTo?: string;
  /** The action-page layout (P §2.2, ruling 50). */
  readonly layout?: 'action';
  /** The sections of managed texts that the page begins with, beside those around every page. They come with the document. */
  readonly sections?: readonly string[];
  /**
   * The server puts the page, as a visitor sees it, into the document (docs/decisions/prerendering.md). Only for a page that
   * shows managed texts and has no fields of its own.
   */
  readonly isPrerendered?: true;
  /** A form, or a text to read, with nothing beside it: a column in the middle of the page. */
  readonly width?: 'column';
  /** `false` hides the log-in buttons of the header: the page has its own (P §2.2). */
  readonly showLoginButtons?: false;

  /** The page that signed-in borrowers are redirected to: it does the same and knows who they are. */
  readonly pageForBorrowers?: string;
  /** Nobody is ever kept from it: where the sign-in comes back to, and where people are sent. */
  readonly isAlwaysOpen?: true;
  /** Open during maintenance, too (P §5.1). */
  readonly skipMaintenanceCheck?: true;
  /** Only during maintenance; otherwise people go home. */
  readonly isOnlyInMaintenance?: true;
  /** Very delinquent borrowers see /past-due first (ruling 27). */
  readonly isAfterPastDue?: true;
  /** Only as long as its borrower action is pending: with nothing to be done, people go home. */
  readonly needsPendingAction?: true;
  /**
   * The application that begins here: for borrowers with a federal account (ruling 8) who have none in process (ruling 60),
   * and whoever is eligible for it.
   */
  readonly eligibility?: Eligibility;
  /** Needs a feature flag; without it, people go `elsewhere`, or nowhere. */
  readonly needsFlag?: { readonly flag: keyof FeatureFlags; readonly elsewhere?: string };
  /**
   * For people whose password is ours, not the federal identity's. Single sign-on closes it for everyone, but for the
   * change-password route itself (P §5.1).
   */
  readonly needsOwnPassword?: 'withoutSingleSignOn' | 'always';
  /** Of usernames and passwords: there only where this server keeps them ({@link PortalFacts}). */
  readonly isOfAccounts?: true;
}

const anyone = { audience: 'anyone' } as const;
const visitors = { audience: 'visitors' } as const;
const signedIn = { audience: 'signedIn' } as const;
/** Leads on before anything is asked. */
const redirect = { audience: 'anyone', isAlwaysOpen: true, skipMaintenanceCheck: true } as const;

/** Of two rows that one address fits, the more exact stands first. */
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
    // The page has its own.
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
    isAfterPastDue: true,
    needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' },
  },
  {
    path: '/loan-details/account',
    title: 'My Loans - Account Details',
    ...signedIn,
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
  // The three forms that stand among the static pages (P §2.6).
  {
    path: '/content/docupload',
    // Not the title of the page for people who are signed in: search shows both.
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
  { path: '/payments/payment-auto-debit', title: 'Auto Debit', ...signedIn },
  { path: '/payments/payment-activity', title: 'Payment Activity', ...signedIn },
  {
    path: '/payments/payment-activity/payment-activity-details',
    title: 'Payment History Details',
    ...signedIn,
  },
  { path: '/payments/payment-methods', title: 'Payment Methods', ...signedIn },
  {
    path: '/payments/authorized-payers',
    title: 'Authorized Payers',
    ...signedIn,
  },
  {
    path: '/payments/payment-instructions',
    title: 'Payment Instructions',
    ...signedIn,
  },
  { path: '/payments/payment-payoff', title: 'Payoff Quote', ...signedIn },

  {
    path: '/repayment-options',
    title: 'Repayment Options',
    ...signedIn,
    page: 'repayment-options',
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
    title: 'I Cannot Afford My Payments',
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
    title: 'Postpone My Payments',
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

  { path: '/documents/payment-schedule', title: 'Payment Schedule', ...signedIn },
  {
    path: '/documents/inbox/*',
    title: 'Inbox',
    ...signedIn,
    page: 'inbox',
    sections: ['documents'],
    entry: '/documents/inbox',
  },
  { path: '/documents/statements', title: 'Statements', ...signedIn },
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
  { path: '/documents/mortgage-letter', title: 'Mortgage Letter', ...signedIn },
  { path: '/documents/tax-info', title: 'Tax Information', ...signedIn },

  {
    path: '/profile/change-password',
    title: 'Change Password',
    ...signedIn,
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
    page: 'contact-information',
    sections: ['myprofile'],
    width: 'column',
  },
  { path: '/profile/manage-text-alerts', title: 'Text Alerts', ...signedIn },
  {
    path: '/profile/manage-paperless',
    title: 'Manage Paperless',
    ...signedIn,
    page: 'manage-paperless',
    sections: ['myprofile'],
  },
];

const byPath: ReadonlyMap<string, PortalRoute> = new Map(routes.map((route) => [route.path, route]));

/** The route of the table with exactly this pattern; undefined where there is none. */
export const routeAt = (path: string): PortalRoute | undefined => byPath.get(path);

/** The address of a row without the part that stands for everything below it: `/payments/payflow`. */
export const baseOf = ({ path }: Pick<PortalRoute, 'path'>): string => path.replace(/\/\*$/, '');

/** Returns the address of the first screen of a flow. */
export const firstScreenOf = (route: Pick<PortalRoute, 'path' | 'entry'>): string => route.entry ?? baseOf(route);

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** Whether an address fits a pattern, as the router reads both: without regard to capital letters and a last slash. */
function fits(pattern: readonly string[], address: readonly string[]): boolean {
  const isOpenEnded = pattern.at(-1) === '*';
  const fixed = isOpenEnded ? pattern.slice(0, -1) : pattern;
  if (isOpenEnded ? address.length < fixed.length : address.length !== fixed.length) return false;
  return fixed.every((part, at) => part.startsWith(':') || part.toLowerCase() === address[at]?.toLowerCase());
}

const isPattern = ({ path }: PortalRoute): boolean => path.endsWith('*') || path.includes(':');

const wordsOf = (parts: readonly string[]): string => parts.join('/').toLowerCase();

/** The rows with just one address, by its words; those with more, by their parts, in the order of the table. */
const byWords: ReadonlyMap<string, PortalRoute> = new Map(
  routes.flatMap((route) => (isPattern(route) ? [] : [[wordsOf(partsOf(route.path)), route]])),
);
const patterns = routes.filter(isPattern).map((route) => ({ route, parts: partsOf(route.path) }));

/**
 * The route to which an address belongs: the one with just this address, otherwise the first of the table that it fits. Undefined
 * where the portal knows none.
 */
export function routeOf(address: string): PortalRoute | undefined {
  const [path = ''] = address.split(/[?#]/);
  const parts = partsOf(path);
  return byWords.get(wordsOf(parts)) ?? patterns.find((pattern) => fits(pattern.parts, parts))?.route;
}

/** What of the configuration decides which pages there are. */
export interface PortalFacts {
  /** Whether usernames and passwords are this server's, not another sign-in provider's. */
  readonly keepsAccounts: boolean;
}

/** Whether a row of the table is a page of a portal that is configured so. */
export const routeExists = (route: PortalRoute | undefined, { keepsAccounts }: PortalFacts): route is PortalRoute =>
  (route?.page ?? route?.redirectTo) !== undefined && (route?.isOfAccounts !== true || keepsAccounts);

/** Returns the redirect target of `address`, with the part of the path below `/*` (rulings 44, 45); undefined without a redirect. */
export function redirectOf(address: string): string | undefined {
  const route = routeOf(address);
  if (route?.redirectTo === undefined) return undefined;
  const [path = ''] = address.split(/[?#]/);
  const below = partsOf(path).slice(partsOf(baseOf(route)).length);
  return [baseOf({ path: route.redirectTo }), ...below].join('/') + address.slice(path.length);
}

/** Whether a portal has a page at an address; one with all its pages where nothing else is said. */
export function hasPage(address: string, facts: PortalFacts = { keepsAccounts: true }): boolean {
  const elsewhere = redirectOf(address);
  return elsewhere === undefined ? routeExists(routeOf(address), facts) : hasPage(elsewhere, facts);
}
