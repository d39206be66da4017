/** Specification of page access (P §5.1): every kind of person at every kind of address, in the order of ruling 37. */
import type { ContextFrom } from 'xstate';
import type { AccessData } from '#domain/session/access/shapes.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { toCents as cents } from '#domain/money.ts';
import type { PortalRoute } from '#domain/portal/routes.ts';
import { samplePerson as borrower } from '#domain/session/identity/samples.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type Case, answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { type AccessInput, type AccessKnowledge, type AccessDecision, access } from './access.machine.ts';

type Context = ContextFrom<typeof access>;
const { to, press } = words<typeof access>();

const payer: Person = { ...borrower, role: 'payer', givenName: 'Casey' };
const federal: Person = { ...borrower, isFederalIdentity: true };
const loanInfoOff = { ...sampleFlags, loanInfoEnabled: false };
const ssoOn = { ...sampleFlags, isSsoEnabled: true };

const signedIn = { title: 'A Page', audience: 'signedIn', page: 'a-page' } as const;
/** Returns a route without its page. */
const withoutPage = ({ page, ...row }: PortalRoute): PortalRoute => (page === undefined ? row : { ...row });
const visitors = { ...signedIn, audience: 'visitors' } as const;
const anyone = { ...signedIn, audience: 'anyone' } as const;

const pages = {
  home: { ...anyone, path: '/', isAfterPastDue: true },
  welcome: { ...visitors, path: '/welcome' },
  registration: { ...visitors, path: '/account/registration/*', isOfAccounts: true },
  singleSignOn: { ...visitors, path: '/login-sso', needsFlag: { flag: 'isSsoEnabled' } },
  callback: { ...anyone, path: '/auth/callback', isAlwaysOpen: true, skipMaintenanceCheck: true },
  information: { ...anyone, path: '/content/*', skipMaintenanceCheck: true },
  contents: { ...anyone, path: '/content' },
  anonymousUpload: { ...anyone, path: '/content/docupload', pageForBorrowers: '/documents/upload-documents' },
  maintenance: { ...anyone, path: '/maintenance', isOnlyInMaintenance: true, skipMaintenanceCheck: true },
  dashboard: { ...signedIn, path: '/dashboard', isAfterPastDue: true },
  loanDetails: {
    ...signedIn,
    path: '/loan-details',
    isAfterPastDue: true,
    needsFlag: { flag: 'loanInfoEnabled', elsewhere: '/dashboard' },
  },
  payflow: { ...signedIn, path: '/payments/payflow/*' },
  methods: { ...signedIn, path: '/payments/payment-methods' },
  paymentDetails: { ...signedIn, path: '/payments/payment-activity-details' },
  agreements: { ...signedIn, path: '/actions/agreements', needsPendingAction: true },
  requiredPassword: { ...signedIn, path: '/actions/change-password', needsOwnPassword: 'withoutSingleSignOn' },
  password: { ...signedIn, path: '/profile/change-password', needsOwnPassword: 'always' },
  idr: { ...signedIn, path: '/repayment-options/idr/*', eligibility: 'idr' },
  term: { ...signedIn, path: '/repayment-options/term-repayment/*', eligibility: 'term' },
  deferment: { ...signedIn, path: '/repayment-options/deferment/options/*', eligibility: 'deferment' },
} as const satisfies Record<string, PortalRoute>;

const at =
  (...names: (keyof typeof pages)[]) =>
  ({ route }: Pick<Context, 'route'>): boolean =>
    names.some((name) => route === pages[name]);

/** Facts that do not restrict any page. */
const nothingSpecial: AccessData = {
  isVeryDelinquent: false,
  borrowerActions: [],
  hasFederalAccount: true,
  totalDue: cents(41_250),
  isEligible: true,
  isInSchoolOrGrace: false,
  borrowerType: 1,
  hasDefermentForbearanceApplicationInProcess: false,
  forbearanceHardshipSummary: { hasApplicationInProcess: false },
  idrApplicationSubmitted: false,
  termBasedApplicationSubmitted: false,
};
const { isEligible: _, ...withoutEligibility } = nothingSpecial;
const { idrApplicationSubmitted: __, ...withoutApplications } = nothingSpecial;
const { borrowerType: ___, ...withoutType } = nothingSpecial;

/** Final state and decision. */
interface End {
  readonly state: string;
  readonly decision: AccessDecision;
}

const sentTo = (state: string, path: string): End => ({ state, decision: { kind: 'redirect', to: path } });
const heldAt = (path: string): End => ({
  state: 'sentToRequiredAction',
  decision: { kind: 'requiredAction', to: path },
});

const allowed: End = { state: 'allowed', decision: { kind: 'allowed' } };
const signIn: End = { state: 'sentToSignIn', decision: { kind: 'signIn' } };
const home = sentTo('sentHome', '/dashboard');
const welcome = sentTo('sentHome', '/welcome');
const homeOfPayers = sentTo('sentHome', '/payments/payflow/schedule');
const notFound = sentTo('sentToNotFound', '/error/not-found');
const maintenance = sentTo('sentToMaintenance', '/maintenance');
const ownUploads = sentTo('sentToPageForBorrowers', '/documents/upload-documents');
const pastDue = sentTo('sentToPastDue', '/past-due');
const elsewhere = sentTo('sentElsewhere', '/dashboard');
const inProcess = sentTo('sentToInProcess', '/repayment-options?appInProcess=true');
const notEligible = sentTo('sentToNotEligible', '/repayment-options?isEligible=false');

/**
 * Final state for a subset of the people: the first entry that matches applies, and an entry without a condition
 * matches everyone.
 */
interface EndWhere {
  readonly end: End;
  readonly when?: (context: Context) => boolean;
}

const askForFacts = to('fetchingFacts', undefined, { calls: { getFacts: {} } });
const getsFlag = {
  calls: { getMaintenanceFlag: { params: { section: 'globalsite', name: 'disabled-mma-enabled' }, query: {} } },
};
const askWhetherStillClosed = to('askingIfStillClosed', undefined, getsFlag);
const askWhetherClosed = to('readingMaintenanceFlag', undefined, getsFlag);

/** Returns the context after an answer of the server, which clears any earlier failure. */
const learns = (learned: Partial<AccessKnowledge>): Partial<Context> => ({ ...learned, failure: null });

const endsAt = ({ state, decision }: End, learned?: Partial<AccessKnowledge>): Case<Context> => ({
  state,
  context: { ...(learned && learns(learned)), decision },
  output: ({ isOpen, borrowerActions, facts }: Context) => ({
    decision,
    known: { isOpen, borrowerActions, facts, ...learned },
  }),
});

/** The facts load and answer all remaining questions. */
const factsAre = (facts: AccessData, ...ends: readonly EndWhere[]) =>
  [
    answers(facts),
    ...ends.map(({ end, when }) => ({
      ...(when && { when }),
      ...endsAt(end, { facts, borrowerActions: facts.borrowerActions }),
    })),
  ] as const;

/** Returns true if the page is closed to the person, whatever the facts are. */
const isClosed = ({ route, person, flags }: Context): boolean =>
  (at('password', 'requiredPassword')({ route }) && person?.isFederalIdentity === true) ||
  (route === pages.requiredPassword && flags.isSsoEnabled);
const isSwitchedOff = ({ route, flags }: Context): boolean => route === pages.loanDetails && !flags.loanInfoEnabled;
const otherwise: readonly EndWhere[] = [
  { when: at('agreements'), end: home },
  { when: isSwitchedOff, end: elsewhere },
  { when: isClosed, end: notFound },
  { end: allowed },
];

/** Returns true if the past-due page comes first (ruling 27). */
const isPastDueShownFirst = ({ route, hasSeenPastDue }: Context): boolean =>
  at('home', 'dashboard', 'loanDetails')({ route }) && !hasSeenPastDue;
/**
 * Returns true if the agreements do not restrict the page: their own page, pages for everyone, and borrowers with the
 * cookie.
 */
const isFreeOfAgreements = ({ route, hasSplashCookie }: Context): boolean =>
  hasSplashCookie || at('home', 'agreements')({ route });
const anyPlan = at('idr', 'term', 'deferment');
const planWithEligibility = at('idr', 'term');

/** Expected results after the maintenance question, if the portal is open or the flag is unknown. */
const afterMaintenance = (learned?: Partial<AccessKnowledge>): readonly Case<Context>[] => [
  // The maintenance page is closed while there is no maintenance.
  { when: (requested) => at('maintenance')(requested) && requested.person === null, ...endsAt(welcome, learned) },
  { when: (requested) => at('maintenance')(requested) && requested.person === payer, ...endsAt(homeOfPayers, learned) },
  { when: at('maintenance'), ...endsAt(home, learned) },
  { when: ({ route, person }) => route === pages.dashboard && person === null, ...endsAt(signIn, learned) },
  { when: ({ route, person }) => route === pages.dashboard && person === payer, ...endsAt(homeOfPayers, learned) },
  { when: ({ person }) => person?.role !== 'borrower', ...endsAt(allowed, learned) },
  { ...askForFacts, context: { ...(learned && learns(learned)) } },
];
const open = { isOpen: true } as const;

const asking = (
  route: PortalRoute | undefined,
  person: Person | null,
  rest: Partial<AccessInput> = {},
): AccessInput => ({
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

type Start = readonly [AccessInput, Case<Context>];

/** Returns a start in which the known facts answer all questions immediately. */
const answeredAtOnce = (input: AccessInput, { state, decision }: End): Start => {
  const { isOpen, borrowerActions, facts } = input;
  return [input, { state, output: { decision, known: { isOpen, borrowerActions, facts } } }];
};
const requestedClosed = (...about: Parameters<typeof asking>): Start => {
  const [route, person, rest] = about;
  return [asking(route, person, { ...rest, isOpen: null }), askWhetherClosed];
};
const requestedAccess = (...about: Parameters<typeof asking>): Start => [asking(...about), askForFacts];

/** Returns a start at the maintenance page, which loads the flag regardless of the known facts. */
const atMaintenance = (person: Person | null, rest?: Partial<AccessInput>): Start => [
  asking(pages.maintenance, person, rest),
  askWhetherStillClosed,
];

const PAYERS_MAY: readonly string[] = [
  pages.payflow,
  pages.information,
  pages.contents,
  pages.anonymousUpload,
  pages.maintenance,
  pages.password,
  pages.callback,
].map(({ path }) => path);

export default spec(access, {
  title: 'Access',
  place: 'every page',
  starts: {
    'any person at an unknown address': answeredAtOnce(asking(undefined, null, { isOpen: null }), notFound),
    'any person at a page without code': answeredAtOnce(asking(withoutPage(pages.methods), borrower), notFound),
    'any person at registration, with accounts managed elsewhere': answeredAtOnce(
      asking(pages.registration, null, { keepsAccounts: false }),
      notFound,
    ),
    'a visitor at a content page, with accounts managed elsewhere': answeredAtOnce(
      asking(pages.information, null, { keepsAccounts: false }),
      allowed,
    ),
    'a visitor at registration': answeredAtOnce(asking(pages.registration, null), allowed),
    'a visitor at a content page': answeredAtOnce(asking(pages.information, null, { isOpen: null }), allowed),
    'a visitor at the page of the maintenance': atMaintenance(null),
    'a visitor at the maintenance page, without known facts': atMaintenance(null, { isOpen: null }),
    'a borrower at the page of the maintenance': atMaintenance(borrower),
    'a payer at the page of the maintenance': atMaintenance(payer),
    'a visitor at the welcome page': requestedClosed(pages.welcome, null),
    'a visitor at the dashboard': requestedClosed(pages.dashboard, null),
    'a visitor at single sign-on, which is off': answeredAtOnce(asking(pages.singleSignOn, null), notFound),
    'a visitor at single sign-on': answeredAtOnce(asking(pages.singleSignOn, null, { flags: ssoOn }), allowed),
    'a borrower at single sign-on, which is off': answeredAtOnce(asking(pages.singleSignOn, borrower), notFound),
    'a borrower at single sign-on': answeredAtOnce(asking(pages.singleSignOn, borrower, { flags: ssoOn }), home),
    'a borrower at the welcome page': answeredAtOnce(asking(pages.welcome, borrower), home),
    'a visitor at the upload without logging in': answeredAtOnce(asking(pages.anonymousUpload, null), allowed),
    'a borrower at the upload without logging in': answeredAtOnce(asking(pages.anonymousUpload, borrower), ownUploads),
    'a payer at the upload without logging in': answeredAtOnce(asking(pages.anonymousUpload, payer), allowed),
    'a borrower at a content page': answeredAtOnce(asking(pages.information, borrower), allowed),
    'a borrower at the home address': requestedAccess(pages.home, borrower),
    'a borrower at the dashboard': requestedClosed(pages.dashboard, borrower),
    'a borrower who has seen the past-due page': requestedAccess(pages.dashboard, borrower, { hasSeenPastDue: true }),
    'a borrower with all facts known': answeredAtOnce(
      asking(pages.dashboard, borrower, { borrowerActions: [], facts: nothingSpecial }),
      allowed,
    ),
    'a borrower with known actions, at the dashboard': requestedAccess(pages.dashboard, borrower, {
      borrowerActions: [],
    }),
    'a borrower with known actions who has seen the past-due page, at the dashboard': answeredAtOnce(
      asking(pages.dashboard, borrower, { borrowerActions: [], hasSeenPastDue: true }),
      allowed,
    ),
    'a borrower with known actions, at income-driven repayment': requestedAccess(pages.idr, borrower, {
      borrowerActions: [],
    }),
    'a borrower with known actions, at a page without conditions': answeredAtOnce(
      asking(pages.methods, borrower, { borrowerActions: [] }),
      allowed,
    ),
    'a borrower who must accept the agreements': answeredAtOnce(
      asking(pages.methods, borrower, { borrowerActions: ['agreements'] }),
      heldAt('/actions/agreements'),
    ),
    'a borrower at a page without conditions': requestedAccess(pages.methods, borrower),
    'a borrower with a splash cookie': requestedAccess(pages.methods, borrower, { hasSplashCookie: true }),
    'a borrower at the agreements': requestedAccess(pages.agreements, borrower),
    'a borrower at loan details': requestedAccess(pages.loanDetails, borrower),
    'a borrower at loan details, which are off': requestedAccess(pages.loanDetails, borrower, { flags: loanInfoOff }),
    'a borrower who has seen the past-due page, at loan details with the flag off': requestedAccess(
      pages.loanDetails,
      borrower,
      { flags: loanInfoOff, hasSeenPastDue: true },
    ),
    'a borrower at a required change of password': requestedAccess(pages.requiredPassword, borrower),
    'a borrower at a required change of password, with single sign-on': requestedAccess(
      pages.requiredPassword,
      borrower,
      { flags: ssoOn },
    ),
    'a borrower at a change of password, with single sign-on': requestedAccess(pages.password, borrower, {
      flags: ssoOn,
    }),
    'a federal identity at a change of password': requestedAccess(pages.password, federal),
    'a borrower at income-driven repayment': requestedAccess(pages.idr, borrower),
    'a borrower at term-based repayment': requestedAccess(pages.term, borrower),
    'a borrower at deferment': requestedAccess(pages.deferment, borrower),
    'a payer who comes back from the sign-in page': answeredAtOnce(
      asking(pages.callback, payer, { isOpen: null }),
      allowed,
    ),
    'a payer at the payment flow': requestedClosed(pages.payflow, payer),
    'a payer at the dashboard': requestedClosed(pages.dashboard, payer),
    'a payer at the home address': answeredAtOnce(asking(pages.home, payer), homeOfPayers),
    'a payer at the welcome page': answeredAtOnce(asking(pages.welcome, payer), homeOfPayers),
    'a payer at payment methods': answeredAtOnce(asking(pages.methods, payer), homeOfPayers),
    'a payer at a page whose path begins like that of a page for payers': answeredAtOnce(
      asking(pages.paymentDetails, payer),
      homeOfPayers,
    ),
    'a payer at the page above the content pages': answeredAtOnce(asking(pages.contents, payer), allowed),
    'a payer at a change of password': answeredAtOnce(asking(pages.password, payer), allowed),
  },
  states: {
    readingMaintenanceFlag: {
      shows: ['One moment…'],
      when: { getMaintenanceFlag: { 'it is on': [answers({ data: 'true' }), endsAt(maintenance)] } },
    },
    askingIfStillClosed: {
      shows: ['One moment…'],
      when: { getMaintenanceFlag: { 'it is on': [answers({ data: 'true' }), endsAt(allowed)] } },
    },
    fetchingFacts: {
      shows: ['One moment…'],
      when: {
        getFacts: {
          'nothing special': factsAre(nothingSpecial, ...otherwise),
          'very delinquent': factsAre(
            { ...nothingSpecial, isVeryDelinquent: true },
            { when: isPastDueShownFirst, end: pastDue },
            ...otherwise,
          ),
          'the agreements are to be accepted': factsAre(
            { ...nothingSpecial, borrowerActions: ['agreements'] },
            { when: isFreeOfAgreements, end: allowed },
            { end: heldAt('/actions/agreements') },
          ),
          'very delinquent, and the agreements are to be accepted': factsAre(
            { ...nothingSpecial, isVeryDelinquent: true, borrowerActions: ['email-disclaimer', 'agreements'] },
            { when: isPastDueShownFirst, end: pastDue },
            { when: ({ hasSplashCookie }) => hasSplashCookie, end: allowed },
            { end: heldAt('/actions/email-disclaimer') },
          ),
          'a password is to be changed': factsAre(
            { ...nothingSpecial, borrowerActions: ['change-password'] },
            // A required page that is closed to the person does not restrict access.
            { when: isClosed, end: notFound },
            { when: ({ flags }) => flags.isSsoEnabled, end: allowed },
            { when: at('home', 'requiredPassword'), end: allowed },
            { when: ({ hasSplashCookie }) => hasSplashCookie, end: allowed },
            { end: heldAt('/actions/change-password') },
          ),
          'something without a page is to be done': factsAre(
            { ...nothingSpecial, borrowerActions: ['answer-a-survey'] },
            ...otherwise,
          ),
          'commercial accounts only': factsAre(
            { ...nothingSpecial, hasFederalAccount: false, idrApplicationSubmitted: true },
            { when: anyPlan, end: notEligible },
            ...otherwise,
          ),
          'an IDR application in process, and nothing due': factsAre(
            { ...nothingSpecial, idrApplicationSubmitted: true, totalDue: cents(0) },
            { when: anyPlan, end: inProcess },
            ...otherwise,
          ),
          'a hardship application in process': factsAre(
            { ...nothingSpecial, forbearanceHardshipSummary: { hasApplicationInProcess: true } },
            { when: anyPlan, end: inProcess },
            ...otherwise,
          ),
          'nothing due': factsAre(
            { ...nothingSpecial, totalDue: cents(0) },
            { when: planWithEligibility, end: notEligible },
            ...otherwise,
          ),
          'in school, and nothing due': factsAre(
            { ...nothingSpecial, isInSchoolOrGrace: true, totalDue: cents(0) },
            { when: at('term'), end: notEligible },
            ...otherwise,
          ),
          'not eligible': factsAre(
            { ...nothingSpecial, isEligible: false },
            { when: planWithEligibility, end: notEligible },
            ...otherwise,
          ),
          'of borrower type 3': factsAre(
            { ...nothingSpecial, borrowerType: 3 },
            { when: at('idr'), end: notEligible },
            ...otherwise,
          ),
          'the borrower type is not known': factsAre(withoutType, { when: at('idr'), end: notFound }, ...otherwise),
          'applications are not known': factsAre(withoutApplications, { when: anyPlan, end: notFound }, ...otherwise),
          'eligibility is not known': factsAre(
            withoutEligibility,
            { when: planWithEligibility, end: notFound },
            ...otherwise,
          ),
          'no answer': [noAnswer, to('couldNotAsk', { failure: { kind: 'noAnswer' }, isOpen: null })],
        },
      },
    },
    couldNotAsk: {
      shows: [
        "This page couldn't be opened",
        'Sorry, there’s been a problem.',
        "We couldn't load this page. Nothing was changed. Please try again in a moment.",
        'Try again',
      ],
      on: [press('Try again', 'retry.requested', askWhetherClosed)],
    },
  },
  several: [
    {
      in: ['askingIfStillClosed', 'readingMaintenanceFlag'],
      when: {
        getMaintenanceFlag: {
          'it is off': [answers({ data: 'false' }), afterMaintenance(open)],
          'there is none': [failed(404), afterMaintenance(open)],
          // A flag that fails to load closes nothing. It is read again at the next address.
          'the server is at fault': [failed(500), afterMaintenance()],
          'no answer': [noAnswer, afterMaintenance()],
        },
      },
    },
  ],
  claims: {
    'the maintenance page opens only during maintenance': {
      reaching: ({ isIn, context }) => isIn('allowed') && at('maintenance')(context),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it is on',
      brokenBy: 'guard isFlagOn: always true',
    },
    'a page for signed-in people is closed to visitors': {
      never: ({ isIn, context: { person, route } }) =>
        isIn('allowed') && person === null && route?.audience === 'signedIn',
      brokenBy: 'guard isForSignedIn: always false',
    },
    'a payer sees only the pages of ruling 7': {
      never: ({ isIn, context: { person, route } }) =>
        isIn('allowed') && person?.role === 'payer' && !PAYERS_MAY.includes(route?.path ?? ''),
      brokenBy: 'guard isPathForPayers: always true',
    },
    'a very delinquent borrower does not see the dashboard before the past-due page': {
      never: ({ isIn, context }) =>
        isIn('allowed') && context.facts?.isVeryDelinquent === true && isPastDueShownFirst(context),
      brokenBy: 'guard isHeldByPastDue: always false',
    },
    'a borrower does not continue without accepting the agreements': {
      never: ({ isIn, context }) =>
        isIn('allowed') && context.borrowerActions?.includes('agreements') === true && !isFreeOfAgreements(context),
      brokenBy: 'guard isHeldByAction: always false',
    },
    'a borrower does not apply for a plan while an application is in process': {
      never: ({ isIn, context }) =>
        isIn('allowed') && anyPlan(context) && context.facts?.idrApplicationSubmitted === true,
      brokenBy: 'guard isInProcess: always false',
    },
    'a borrower of type 3 does not apply for an income-driven plan': {
      never: ({ isIn, context }) => isIn('allowed') && at('idr')(context) && context.facts?.borrowerType === 3,
      brokenBy: 'guard hasType: always true',
    },
    'a borrower without an amount due does not apply for a term-based plan': {
      never: ({ isIn, context }) => isIn('allowed') && at('term')(context) && context.facts?.totalDue === 0,
      brokenBy: 'guard canEnter: always true',
    },
    'the dashboard stays closed until it is known whether the borrower is very delinquent': {
      never: ({ isIn, context }) => isIn('allowed') && isPastDueShownFirst(context) && context.facts === null,
      brokenBy: 'guard hasNeededFacts: always true',
    },
  },
});
