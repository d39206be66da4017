/** Who asks for which address: every kind of person at every kind of address. */
import type { AccessFacts } from '#domain/access/shapes.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { toCents as cents } from '#domain/money.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import { defineModel } from '../kit/model.ts';
import { sampleConfiguration, sampleFlags, samplePerson as borrower } from '../kit/samples.ts';
import { type AccessInput, access } from './access.machine.ts';

const payer: Person = { ...borrower, role: 'payer', givenName: 'Casey' };
const federal: Person = { ...borrower, isFederalIdentity: true };

/** Facts that keep nobody from anything. */
const nothingSpecial: AccessFacts = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: cents(41_250),
  isEligible: true,
  isInSchoolOrGrace: false,
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
};
const { isEligible: _, ...withoutEligibility } = nothingSpecial;
const { idrApplicationSubmitted: __, ...withoutApplications } = nothingSpecial;

const page: PortalRoute = { path: '/dashboard', title: 'A Page', audience: 'signedIn', isBuilt: true };
const plain: PortalRoute = { ...page, path: '/payments/payment-methods' };
const dashboard: PortalRoute = { ...page, isAfterPastDue: true };
const payflow: PortalRoute = { ...page, path: '/payments/payflow/*' };
const agreements: PortalRoute = { ...page, path: '/actions/agreements', needsPendingAction: true };
const information: PortalRoute = { ...page, path: '/content/*', audience: 'anyone', skipMaintenanceCheck: true };
const idr: PortalRoute = {
  ...page,
  path: '/repayment-options/idr/*',
  needsFederalAccount: true,
  isClosedWhile: ['idr'],
  needsEligibility: 'exceptInSchoolOrGrace',
};

const at = (route: PortalRoute | undefined, person: Person | null, rest: Partial<AccessInput> = {}): AccessInput => ({
  route,
  person,
  flags: sampleFlags,
  keepsAccounts: true,
  captivePages: sampleConfiguration.captivePages,
  hasSeenPastDue: false,
  hasSplashCookie: false,
  isOpen: true,
  borrowerActions: null,
  facts: null,
  ...rest,
});

export default defineModel<typeof access>({
  machine: access,
  inputs: {
    'anybody at an address that is not known': at(undefined, null),
    'anybody at a page that is not built': at({ ...plain, isBuilt: false }, borrower),
    'anybody at registration, where accounts are kept elsewhere': at(
      { ...page, path: '/account/registration/*', audience: 'visitors', isOfAccounts: true },
      null,
      { keepsAccounts: false },
    ),
    'anybody at a page that is always open': at({ ...information, path: '/maintenance', isAlwaysOpen: true }, null),
    'a visitor at a content page': at(information, null, { isOpen: null }),
    'a visitor at the welcome page': at({ ...page, path: '/welcome', audience: 'visitors' }, null, { isOpen: null }),
    'a visitor at the dashboard': at(dashboard, null),
    'a visitor at single sign-on, which is off': at(
      { ...page, path: '/login-sso', audience: 'visitors', needsFlag: { flag: 'isSsoEnabled' } },
      null,
    ),
    'a borrower at the welcome page': at({ ...page, path: '/welcome', audience: 'visitors' }, borrower),
    'a borrower at a content page': at(information, borrower),
    'a borrower at the dashboard': at(dashboard, borrower, { isOpen: null }),
    'a borrower who knows what is past due': at(dashboard, borrower, { hasSeenPastDue: true }),
    'a borrower of whom all is known': at(dashboard, borrower, {
      borrowerActions: [],
      facts: nothingSpecial,
    }),
    'a borrower of whom the actions are known, at the dashboard': at(dashboard, borrower, { borrowerActions: [] }),
    'a borrower at a page without conditions': at(plain, borrower),
    'a borrower with a splash cookie': at(plain, borrower, { hasSplashCookie: true }),
    'a borrower at the agreements': at(agreements, borrower),
    'a borrower at loan details, which are off': at(
      { ...plain, needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' } },
      borrower,
      { flags: { ...sampleFlags, loanInfoEnabled: false } },
    ),
    'a borrower at a change of password': at({ ...plain, needsOwnPassword: 'withoutSingleSignOn' }, borrower),
    'a federal identity at a change of password': at({ ...plain, needsOwnPassword: 'always' }, federal),
    'a borrower at income-driven repayment': at(idr, borrower),
    'a payer at the payment flow': at(payflow, payer),
    'a payer at the dashboard': at(dashboard, payer),
  },
  events: [{ event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } }],
  outcomes: {
    getMaintenanceFlag: {
      'it is off': { answers: { data: 'false' } },
      'it is on': { answers: { data: 'true' } },
      'there is none': { throws: { kind: 'refused', status: 404 } },
      'no answer': { throws: { kind: 'noAnswer' } },
    },
    getFacts: {
      'nothing special': { answers: nothingSpecial },
      'very delinquent': { answers: { ...nothingSpecial, isVeryDelinquent: true } },
      'the agreements are to be accepted': { answers: { ...nothingSpecial, borrowerActions: ['agreements'] } },
      'commercial accounts only': { answers: { ...nothingSpecial, hasFederalAccount: false } },
      'an application in process': { answers: { ...nothingSpecial, idrApplicationSubmitted: true } },
      'nothing due': { answers: { ...nothingSpecial, totalDue: cents(0) } },
      'applications are not known': { answers: withoutApplications },
      'eligibility is not known': { answers: withoutEligibility },
      'no answer': { throws: { kind: 'noAnswer' } },
    },
  },
  facts: ({ route, person, flags, isOpen, borrowerActions, facts, hasSeenPastDue, hasSplashCookie }) => ({
    route,
    person,
    flags,
    isOpen,
    borrowerActions,
    facts,
    hasSeenPastDue,
    hasSplashCookie,
  }),
});
