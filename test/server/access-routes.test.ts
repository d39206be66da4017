/**
 * Access to every portal route for every demo person and for visitors. The server provides the facts; the expected
 * pages are written by hand from P §5.1 and the rulings.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { CallSpec } from '#domain/call.ts';
import { getHome, toPerson } from '#domain/session/identity/rules.ts';
import { IdentityClaims, type Person } from '#domain/session/identity/shapes.ts';
import { type PortalRoute, hasPage, findRedirect, findRoute, routes } from '#domain/portal/routes.ts';
import { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import { access } from '#machines/session/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { type TestServer, AUDIENCE, readJson, startTestServer } from '#test/support/server.ts';

const PEOPLE = ['avery', 'blake', 'noor', 'frankie', 'casey', 'devon', 'emery', 'morgan'] as const;
type Who = string;

const SIGN_IN = 'sign in';
const NOWHERE = '/error/not-found';
const HOME = '/dashboard';
const PAYING = '/payments/payflow/schedule';
const PAST_DUE = '/past-due';
const AGREEMENTS = '/actions/agreements';
/** The requested page itself. */
const HERE = 'here';

/**
 * The page that each person reaches. avery, blake, noor and frankie (who impersonates avery) are ordinary borrowers.
 */
interface Reached {
  readonly visitor: string;
  readonly borrower: string;
  readonly casey: string;
  readonly devon: string;
  readonly emery: string;
  readonly morgan: string;
}
const reached = (
  visitor: string,
  borrower: string,
  casey: string,
  devon: string,
  emery: string,
  morgan: string,
): Reached => ({ visitor, borrower, casey, devon, emery, morgan });

const forVisitors = reached(HERE, HOME, PAYING, PAST_DUE, HOME, AGREEMENTS);
const forAnyone = reached(HERE, HERE, HERE, HERE, HERE, HERE);
const forAnyoneButPayers = reached(HERE, HERE, PAYING, HERE, HERE, HERE);
const forBorrowers = reached(SIGN_IN, HERE, PAYING, HERE, HERE, AGREEMENTS);
const forPayersToo = reached(SIGN_IN, HERE, HERE, HERE, HERE, AGREEMENTS);
/** Borrowers are redirected to the upload page for signed-in borrowers, which payers may not open. */
const uploads = reached(
  HERE,
  '/documents/upload-documents',
  HERE,
  '/documents/upload-documents',
  '/documents/upload-documents',
  AGREEMENTS,
);
const afterPastDue = reached(SIGN_IN, HERE, PAYING, PAST_DUE, HERE, AGREEMENTS);
const withoutItsAction = reached(SIGN_IN, HOME, PAYING, PAST_DUE, HOME, AGREEMENTS);

/** The page reached from each route if all pages of the portal exist. */
const EXPECTED: Readonly<Record<string, Reached>> = {
  '/': reached('/welcome', HOME, PAYING, PAST_DUE, HOME, AGREEMENTS),
  '/welcome': forVisitors,
  '/account/login': forVisitors,
  '/account/login-impersonation': forVisitors,
  '/account/registration': forVisitors,
  '/account/forgot': forVisitors,
  '/account/payer-invitation': forAnyoneButPayers,
  '/account/search': forAnyoneButPayers,
  '/auth/callback': forAnyone,
  '/login-sso': reached(NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE),
  '/campaign': forAnyoneButPayers,
  '/actions/change-password': reached(SIGN_IN, HERE, PAYING, HERE, NOWHERE, AGREEMENTS),
  '/actions/contact-info': forBorrowers,
  '/actions/direct-splash': withoutItsAction,
  '/actions/email-disclaimer': withoutItsAction,
  '/actions/agreements': reached(SIGN_IN, HOME, PAYING, PAST_DUE, HOME, HERE),
  '/dashboard': afterPastDue,
  '/loan-details': afterPastDue,
  '/loan-details/account': afterPastDue,
  '/loan-details/progress': afterPastDue,
  '/past-due': forBorrowers,
  '/email-us': forBorrowers,
  '/live-chat': forAnyoneButPayers,
  '/externalRedirect': forAnyone,
  '/content/forms/docupload': uploads,
  '/content/forms/privacyoptoutform': forAnyone,
  '/content/forms/caprivacyform': forAnyone,
  '/content/forms/w9': forAnyone,
  '/content/docupload': uploads,
  '/content/privacyoptoutform': forAnyone,
  '/content/caprivacyform': forAnyone,
  '/content/help/interest': forAnyone,
  '/maintenance': reached('/welcome', HOME, PAYING, PAST_DUE, HOME, AGREEMENTS),
  '/error/not-found': forAnyone,
  '/error/generic': forAnyone,
  '/payments': forPayersToo,
  '/payments/payflow/schedule': forPayersToo,
  '/payments/payflow/review': forPayersToo,
  '/payments/payment-auto-debit': forBorrowers,
  '/payments/payment-activity': forPayersToo,
  '/payments/payment-activity/payment-activity-details': forBorrowers,
  '/payments/payment-methods': forBorrowers,
  '/payments/authorized-payers': forBorrowers,
  '/payments/payment-instructions': forBorrowers,
  '/payments/payment-payoff': forBorrowers,
  '/repayment-options': forBorrowers,
  '/repayment-options/landing': forBorrowers,
  '/repayment-options/application': forBorrowers,
  '/repayment-options/idr/income': forBorrowers,
  '/repayment-options/can-not-afford': forBorrowers,
  '/repayment-options/term-repayment/select-plan': forBorrowers,
  '/repayment-options/military-deferment/qualification': forBorrowers,
  '/repayment-options/deferment/options/qualification': forBorrowers,
  '/repayment-options/deferment/in-school/application': forBorrowers,
  '/repayment-options/deferment/military/qualification': forBorrowers,
  '/repayment-options/forbearance/hardship/landing': forBorrowers,
  '/repayment-options/postpone-select': forBorrowers,
  '/repayment-options/schedule-select': forBorrowers,
  '/documents/payment-schedule': forBorrowers,
  '/documents/inbox/message/nobodys-message': forBorrowers,
  '/documents/statements': forBorrowers,
  '/documents/upload-documents': forBorrowers,
  '/documents/forms': forBorrowers,
  '/documents/mortgage-letter': forBorrowers,
  '/documents/document': forBorrowers,
  '/documents/tax-info': forBorrowers,
  '/profile/change-password': reached(SIGN_IN, HERE, HERE, HERE, NOWHERE, AGREEMENTS),
  '/profile/contact-info': forPayersToo,
  '/profile/download-record': reached(SIGN_IN, HERE, PAYING, HERE, NOWHERE, AGREEMENTS),
  '/profile/security': forPayersToo,
  '/profile/manage-text-alerts': forBorrowers,
  '/profile/manage-paperless': forBorrowers,
};

const expectedFor = (who: Who, address: string): string => {
  const page = EXPECTED[address];
  if (page === undefined) throw new Error(`EXPECTED has no entry for ${address}`);
  const is = who === 'visitor' || who === 'casey' || who === 'devon' || who === 'emery' || who === 'morgan';
  const found = page[is ? who : 'borrower'];
  return found === HERE ? (findRedirect(address) ?? address) : found;
};

let server: TestServer;
let configuration: Configuration;
let flags: FeatureFlags;
const persons = new Map<Who, Person>();
const tokens = new Map<Who, string>();

beforeAll(async () => {
  server = await startTestServer();
  configuration = await readJson(await server.app.request('/config.json'), Configuration);
  flags = await readJson(await server.app.request('/feature-flags.json'), FeatureFlags);
  for (const name of PEOPLE) await introduce(name);
}, 120_000);
afterAll(() => server.close());

/** Signs a person in. */
async function introduce(name: string): Promise<void> {
  const claims = v.parse(IdentityClaims, { ...(await server.findClaims(name)), aud: AUDIENCE });
  persons.set(name, toPerson(claims, configuration.signIn));
  tokens.set(name, await server.mintToken(name));
}

/** Sends the access machine's calls to the server, as the portal's client would. */
async function ask(call: CallSpec, who: Who, request: object): Promise<unknown> {
  const token = tokens.get(who);
  const response = await server.make(call, { ...request, ...(token === undefined ? {} : { token }) });
  if (!response.ok) throw Object.assign(new Error(call.id), { kind: 'refused', status: response.status });
  return readJson(response, call.response);
}

/** Returns the access machine's decision for a route. */
async function readDecision(who: Who, route: PortalRoute | undefined) {
  const run = createTestRunner({}, (call, request) => ask(call, who, Object(request)));
  const machine = provideEffects(access, run);
  const input = {
    route,
    person: persons.get(who) ?? null,
    flags,
    keepsAccounts: true,
    captivePages: configuration.captivePages,
    hasSeenPastDue: false,
    hasSplashCookie: false,
    isOpen: null,
    borrowerActions: null,
    facts: null,
  };
  return (await toPromise(createActor(machine, { input }).start())).decision;
}

/** Follows redirects until a page opens, as the router does. */
async function pageReached(who: Who, address: string, findRow: (address: string) => PortalRoute | undefined) {
  let at = findRedirect(address) ?? address;
  for (let turn = 0; turn < 6; turn += 1) {
    const decision = await readDecision(who, findRow(at));
    if (decision.kind === 'signIn') return SIGN_IN;
    if (decision.kind === 'allowed' && at !== '/') return at;
    at = decision.kind === 'allowed' ? getHome(persons.get(who)) : decision.to;
  }
  throw new Error(`${who} does not reach a page from ${address}`);
}

const everybody: readonly Who[] = ['visitor', ...PEOPLE];
const addresses = Object.keys(EXPECTED);
const built = (address: string): PortalRoute | undefined => {
  const route = findRoute(address);
  return route && { ...route, page: 'a-page' };
};

/** Assigns a page to each address. */
const pages = (getPage: (address: string) => string) =>
  Object.fromEntries(addresses.map((address) => [address, getPage(address)]));

async function pagesReached(who: Who, findRow: typeof findRoute): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const address of addresses) found[address] = await pageReached(who, address, findRow);
  return found;
}

it('covers every route of the table', () => {
  expect(addresses.map((address) => findRoute(address)?.path).filter((path) => path === undefined)).toEqual([]);
  const missing = routes
    .map(({ path }) => path)
    .filter((path) => !addresses.some((at) => findRoute(at)?.path === path));
  expect(missing, 'Add each address to EXPECTED, with who reaches it, for example forBorrowers').toEqual([]);
});

describe.each(everybody)('%s', (who) => {
  it('reaches the built pages that the person may open, and not-found for all others', async () => {
    const expected = (address: string) => (hasPage(address) ? expectedFor(who, address) : NOWHERE);
    expect(await pagesReached(who, findRoute)).toEqual(pages(expected));
  });

  it('reaches the pages that the person may open when all pages are built', async () => {
    expect(await pagesReached(who, built)).toEqual(pages((address) => expectedFor(who, address)));
  });

  it.each([
    '/no-such-page',
    '/error/nothing',
    '/payments/payflows',
    '/dashboard/more',
    '/account',
    '/actions',
    '/content',
  ])('finds nothing at %s, unless the address is below a page', async (address) => {
    const isContent = address === '/content' && hasPage(address);
    expect(await pageReached(who, address, findRoute)).toBe(isContent ? address : NOWHERE);
  });

  it('denies access to addresses with capital letters or a trailing slash', async () => {
    for (const address of ['/Dashboard', '/dashboard/', '/DASHBOARD/']) {
      const expected = expectedFor(who, '/dashboard');
      expect(await pageReached(who, address, findRoute)).toBe(expected === '/dashboard' ? address : expected);
    }
  });
});

/** The page reached from the entry of each repayment option if all pages are built. */
describe('entry pages of the repayment options', () => {
  const IDR = '/repayment-options/idr/disclaimer';
  const TERM = '/repayment-options/term-repayment/qualification';
  const OPTIONS = '/repayment-options/deferment/options/qualification';
  const HARDSHIP = '/repayment-options/forbearance/hardship/landing';
  const IN_PROCESS = '/repayment-options?appInProcess=true';
  const NOT_ELIGIBLE = '/repayment-options?isEligible=false';

  it.each([
    // In school or grace nothing is due, so only the income-driven plan is open (ruling 28).
    ['gray', [HERE, NOT_ELIGIBLE, HERE, HERE]],
    // One application in process closes all entries (ruling 60).
    ['harper', [IN_PROCESS, IN_PROCESS, IN_PROCESS, IN_PROCESS]],
    ['taylor', [IN_PROCESS, IN_PROCESS, IN_PROCESS, IN_PROCESS]],
    ['umber', [IN_PROCESS, IN_PROCESS, IN_PROCESS, IN_PROCESS]],
    // Nothing is due (P §5.1).
    ['jules', [NOT_ELIGIBLE, NOT_ELIGIBLE, HERE, HERE]],
    ['riley', [NOT_ELIGIBLE, NOT_ELIGIBLE, HERE, HERE]],
    ['quinn', [NOT_ELIGIBLE, NOT_ELIGIBLE, HERE, HERE]],
    // Borrower type 3 (ruling 62).
    ['kai', [NOT_ELIGIBLE, HERE, HERE, HERE]],
    // Commercial loans only (ruling 8).
    ['sam', [NOT_ELIGIBLE, NOT_ELIGIBLE, NOT_ELIGIBLE, NOT_ELIGIBLE]],
    ['indigo', [HERE, HERE, HERE, HERE]],
    ['lane', [HERE, HERE, HERE, HERE]],
    ['robin', [HERE, HERE, HERE, HERE]],
  ] as const)('open for %s as expected', async (who, expected) => {
    await introduce(who);
    const entries = [IDR, TERM, OPTIONS, HARDSHIP];
    const found = await Promise.all(entries.map((address) => readDecision(who, built(address))));
    expect(found.map((decision) => (decision.kind === 'redirect' ? decision.to : HERE))).toEqual(expected);
  });
});
