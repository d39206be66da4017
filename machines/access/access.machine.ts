/**
 * Who may open an address (P §5.1). The questions are asked in the order of ruling 37, of a row in the table of addresses
 * (domain/portal/routes). What only the server knows is fetched when a question needs it and has not been answered yet;
 * until it is, nothing opens, and a failure can be tried again.
 */
import { assign, setup } from 'xstate';
import { access as accessCalls } from '#domain/access/calls.ts';
import {
  APPLICATION_IN_PROCESS,
  NOT_ELIGIBLE,
  hasTypeFor,
  isClosedByApplication,
  isEligibleFor,
  isWithoutFederalAccount,
} from '#domain/access/rules.ts';
import type { AccessFacts, BorrowerActions } from '#domain/access/shapes.ts';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import { content } from '#domain/content/calls.ts';
import { isFlagEnabled } from '#domain/content/rules.ts';
import { homeOf, isPathForPayers } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { type PortalFacts, type PortalRoute, routeExists, routeOf } from '#domain/portal/routes.ts';
import type { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import { call } from '../kit/effect.ts';
import type { ScreenMeta } from '../kit/events.ts';
import { withAnswer, withFailure } from '../kit/params.ts';

/** What is known before anything is asked, and all that is known afterwards. Null is not known yet. */
export interface AccessKnowledge {
  /** True once the server has said that there is no maintenance. That there is some is never kept: it ends. */
  readonly isOpen: true | null;
  readonly borrowerActions: BorrowerActions | null;
  readonly facts: AccessFacts | null;
}

export interface AccessInput extends AccessKnowledge, PortalFacts {
  /** The row of the address; undefined for one that the portal does not know. */
  readonly route: PortalRoute | undefined;
  readonly person: Person | null;
  readonly flags: FeatureFlags;
  readonly captivePages: Configuration['captivePages'];
  /** Whether 'Continue to my account' was pressed on /past-due in this session (ruling 27). */
  readonly hasSeenPastDue: boolean;
  /** Whether the cookie named after the web account holds an allowed value. */
  readonly hasSplashCookie: boolean;
}

/** The decision: allowed, sent elsewhere, held on a page to come back from, or to sign in first and come back. */
export type AccessDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'requiredAction'; readonly to: string }
  | { readonly kind: 'signIn' };

interface Context extends AccessInput {
  readonly decision: AccessDecision;
  readonly failure: CallFailure | null;
}

export interface AccessOutput {
  readonly decision: AccessDecision;
  readonly known: AccessKnowledge;
}

export const NOT_FOUND = '/error/not-found';
const MAINTENANCE = '/maintenance';
const PAST_DUE = '/past-due';

const MAINTENANCE_FLAG = { params: { section: 'globalsite', name: 'disabled-mma-enabled' }, query: {} };

/** Whether a page is closed to the person because their password is not ours, or to everyone by single sign-on. */
const isClosedToIdentity = (
  { needsOwnPassword }: PortalRoute,
  { person, flags }: Pick<Context, 'person' | 'flags'>,
): boolean =>
  needsOwnPassword !== undefined &&
  (person?.isFederalIdentity === true || (flags.isSsoEnabled && needsOwnPassword === 'withoutSingleSignOn'));

/** The pages of what is still to be done, first things first. Actions without a page that can be opened hold nobody. */
const requiredActionPagesOf = (context: Context): string[] =>
  (context.borrowerActions ?? []).flatMap((action) => {
    const path = Object.hasOwn(context.captivePages, action) ? context.captivePages[action] : undefined;
    const route = path === undefined ? undefined : routeOf(path);
    return routeExists(route, context) && !isClosedToIdentity(route, context) ? [route.path] : [];
  });

const needsActions = ({ route }: Context): boolean => route?.audience === 'signedIn';

const needsFacts = ({ route, hasSeenPastDue }: Context): boolean =>
  (route?.isAfterPastDue === true && !hasSeenPastDue) || route?.eligibility !== undefined;

export const access = setup({
  types: {
    context: {} as Context,
    input: {} as AccessInput,
    output: {} as AccessOutput,
    events: {} as { type: 'retry.wanted' },
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getMaintenanceFlag: call(content.item),
    getFacts: call(accessCalls.facts),
  },
  guards: {
    isMissing: ({ context }) => !routeExists(context.route, context),
    isAlwaysOpen: ({ context: { route } }) => route?.isAlwaysOpen === true,
    isOnlyInMaintenance: ({ context: { route } }) => route?.isOnlyInMaintenance === true,
    isOpenInMaintenance: ({ context: { route } }) => route?.skipMaintenanceCheck === true,
    isKnownOpen: ({ context: { isOpen } }) => isOpen === true,
    isFlagOn: (_, { data }: { data: string }) => isFlagEnabled(data),
    hasNoFlag: (_, failure: CallFailure) => isRefusedWith(failure, 404),
    isSignedIn: ({ context: { person } }) => person !== null,
    isForSignedIn: ({ context: { route } }) => route?.audience === 'signedIn',
    isForVisitors: ({ context: { route } }) => route?.audience === 'visitors',
    isSwitchedOffForVisitors: ({ context: { route, flags } }) =>
      route?.audience === 'visitors' && route.needsFlag !== undefined && !flags[route.needsFlag.flag],
    isBorrower: ({ context: { person } }) => person?.role === 'borrower',
    hasPageForBorrowers: ({ context: { route } }) => route?.pageForBorrowers !== undefined,
    isPathForPayers: ({ context: { route } }) => route !== undefined && isPathForPayers(route.path),
    hasNeededFacts: ({ context }) =>
      (!needsActions(context) || context.borrowerActions !== null) && (!needsFacts(context) || context.facts !== null),
    isHeldByPastDue: ({ context: { route, facts, hasSeenPastDue } }) =>
      route?.isAfterPastDue === true && !hasSeenPastDue && facts?.isVeryDelinquent === true,
    isHeldByAction: ({ context }) => {
      const [first] = requiredActionPagesOf(context);
      return needsActions(context) && !context.hasSplashCookie && first !== undefined && first !== context.route?.path;
    },
    isWithoutItsAction: ({ context }) =>
      context.route?.needsPendingAction === true && !requiredActionPagesOf(context).includes(context.route.path),
    hasFlag: ({ context: { route, flags } }) => route?.needsFlag === undefined || flags[route.needsFlag.flag],
    hasPageElsewhere: ({ context: { route } }) => route?.needsFlag?.elsewhere !== undefined,
    isClosedToIdentity: ({ context }) => context.route !== undefined && isClosedToIdentity(context.route, context),
    isWithoutFederalAccount: ({ context: { route, facts } }) => isWithoutFederalAccount(facts, route?.eligibility),
    isTypeUnknown: ({ context: { route, facts } }) => hasTypeFor(facts, route?.eligibility) === undefined,
    hasType: ({ context: { route, facts } }) => hasTypeFor(facts, route?.eligibility) === true,
    isProcessUnknown: ({ context: { route, facts } }) => isClosedByApplication(facts, route?.eligibility) === undefined,
    isInProcess: ({ context: { route, facts } }) => isClosedByApplication(facts, route?.eligibility) === true,
    isEligibilityUnknown: ({ context: { route, facts } }) => isEligibleFor(facts, route?.eligibility) === undefined,
    canEnter: ({ context: { route, facts } }) => isEligibleFor(facts, route?.eligibility) === true,
  },
  actions: {
    keepOpen: assign({ isOpen: true, failure: null }),
    keepFacts: assign({
      facts: (_, facts: AccessFacts) => facts,
      borrowerActions: (_, facts: AccessFacts) => facts.borrowerActions,
      failure: null,
    }),
    // The server may have closed meanwhile, so that is asked again, too.
    keepFailure: assign({ failure: (_, failure: CallFailure) => failure, isOpen: null }),
    allow: assign({ decision: { kind: 'allowed' } }),
    sendToSignIn: assign({ decision: { kind: 'signIn' } }),
    sendTo: assign({ decision: (_, { to }: { to: string }): AccessDecision => ({ kind: 'redirect', to }) }),
    hold: assign({ decision: (_, { to }: { to: string }): AccessDecision => ({ kind: 'requiredAction', to }) }),
  },
}).createMachine({
  id: 'access',
  description: 'Whether a person may open an address, asked in the order of ruling 37',
  context: ({ input }) => ({ ...input, decision: { kind: 'signIn' }, failure: null }),
  output: ({ context: { decision, isOpen, borrowerActions, facts } }) => ({
    decision,
    known: { isOpen, borrowerActions, facts },
  }),
  initial: 'askingIfThere',
  states: {
    askingIfThere: {
      description: 'Does the portal have such a page, and is it one from which nobody is kept?',
      always: [
        { guard: 'isMissing', target: 'sentToNotFound' },
        { guard: 'isAlwaysOpen', target: 'allowed' },
        { guard: 'isOnlyInMaintenance', target: 'askingIfStillClosed' },
        { target: 'askingIfClosed' },
      ],
    },
    askingIfStillClosed: {
      description: 'The page of the maintenance: is there still some? Where nobody can say, there is none',
      tags: 'busy',
      invoke: {
        id: 'getMaintenanceFlag',
        src: 'getMaintenanceFlag',
        input: MAINTENANCE_FLAG,
        onDone: [
          { guard: withAnswer('isFlagOn'), target: 'allowed' },
          { target: 'sentHome', actions: 'keepOpen' },
        ],
        onError: [{ guard: withFailure('hasNoFlag'), target: 'sentHome', actions: 'keepOpen' }, { target: 'sentHome' }],
      },
    },
    askingIfClosed: {
      description: 'Is the portal closed for maintenance?',
      always: [
        { guard: 'isOpenInMaintenance', target: 'askingIfSignedIn' },
        { guard: 'isKnownOpen', target: 'askingIfSignedIn' },
        { target: 'readingMaintenanceFlag' },
      ],
    },
    readingMaintenanceFlag: {
      description:
        'The switch in the managed content is being read; where there is none, or none arrives, the portal is open',
      tags: 'busy',
      invoke: {
        id: 'getMaintenanceFlag',
        src: 'getMaintenanceFlag',
        input: MAINTENANCE_FLAG,
        onDone: [
          {
            guard: withAnswer('isFlagOn'),
            target: 'sentToMaintenance',
          },
          { target: 'askingIfSignedIn', actions: 'keepOpen' },
        ],
        onError: [
          {
            guard: withFailure('hasNoFlag'),
            target: 'askingIfSignedIn',
            actions: 'keepOpen',
          },
          // The server itself refuses what needs it while the portal is closed; it is asked again at the next address.
          { target: 'askingIfSignedIn' },
        ],
      },
    },
    askingIfSignedIn: {
      description: 'Does the address need somebody who is signed in?',
      always: [
        { guard: 'isSignedIn', target: 'askingIfForVisitors' },
        { guard: 'isForSignedIn', target: 'sentToSignIn' },
        { target: 'askingForFeatureFlag' },
      ],
    },
    askingIfForVisitors: {
      description: 'Signed-in people have no business on pages for visitors, such as the log-in page',
      always: [
        { guard: 'isSwitchedOffForVisitors', target: 'sentToNotFound' },
        { guard: 'isForVisitors', target: 'sentHome' },
        { target: 'askingIfPayer' },
      ],
    },
    askingIfPayer: {
      description: 'Is this an authorized payer, and may payers come here?',
      always: [
        { guard: 'isBorrower', target: 'askingForPageForBorrowers' },
        { guard: 'isPathForPayers', target: 'askingForFeatureFlag' },
        { target: 'sentHome' },
      ],
    },
    askingForPageForBorrowers: {
      description: 'Is there a page of their own for signed-in borrowers?',
      always: [{ guard: 'hasPageForBorrowers', target: 'sentToPageForBorrowers' }, { target: 'gatheringFacts' }],
    },
    gatheringFacts: {
      description: 'Is all that the next questions need known already?',
      always: [{ guard: 'hasNeededFacts', target: 'askingIfVeryDelinquent' }, { target: 'fetchingFacts' }],
    },
    fetchingFacts: {
      description: 'The server is asked what decides which pages the borrower may open',
      tags: 'busy',
      invoke: {
        id: 'getFacts',
        src: 'getFacts',
        input: {},
        onDone: {
          target: 'askingIfVeryDelinquent',
          actions: withAnswer('keepFacts'),
        },
        onError: {
          target: 'couldNotAsk',
          actions: withFailure('keepFailure'),
        },
      },
    },
    askingIfVeryDelinquent: {
      description: 'Must the borrower be told first how much is past due?',
      always: [{ guard: 'isHeldByPastDue', target: 'sentToPastDue' }, { target: 'askingForAction' }],
    },
    askingForAction: {
      description: 'Is there something that the borrower has to do before anything else?',
      always: [
        { guard: 'isHeldByAction', target: 'sentToRequiredAction' },
        { guard: 'isWithoutItsAction', target: 'sentHome' },
        { target: 'askingForFeatureFlag' },
      ],
    },
    askingForFeatureFlag: {
      description: 'Is the feature switched on to which the page belongs?',
      always: [
        { guard: 'hasFlag', target: 'askingForIdentity' },
        { guard: 'hasPageElsewhere', target: 'sentElsewhere' },
        { target: 'sentToNotFound' },
      ],
    },
    askingForIdentity: {
      description: 'Is the page for people whose password is ours?',
      always: [{ guard: 'isClosedToIdentity', target: 'sentToNotFound' }, { target: 'askingForAccountType' }],
    },
    askingForAccountType: {
      description: 'Does the page need a federal account?',
      always: [{ guard: 'isWithoutFederalAccount', target: 'sentToNotEligible' }, { target: 'askingForBorrowerType' }],
    },
    askingForBorrowerType: {
      description: 'Is the page for borrowers of this type? Where nobody can say, the page is not found',
      always: [
        { guard: 'isTypeUnknown', target: 'sentToNotFound' },
        { guard: 'hasType', target: 'askingForApplicationInProcess' },
        { target: 'sentToNotEligible' },
      ],
    },
    askingForApplicationInProcess: {
      description: 'Is such an application in process already? Where nobody can say, the page is not found',
      always: [
        { guard: 'isProcessUnknown', target: 'sentToNotFound' },
        { guard: 'isInProcess', target: 'sentToInProcess' },
        { target: 'askingForEligibility' },
      ],
    },
    askingForEligibility: {
      description: 'Is something due, and is the borrower eligible? Where nobody can say, the page is not found',
      always: [
        { guard: 'isEligibilityUnknown', target: 'sentToNotFound' },
        { guard: 'canEnter', target: 'allowed' },
        { target: 'sentToNotEligible' },
      ],
    },
    couldNotAsk: {
      description: 'Something that decides about the page did not arrive; nothing opens, and it can be tried again',
      meta: { title: 'This page could not be opened' },
      on: { 'retry.wanted': 'askingIfClosed' },
    },
    allowed: { description: 'The address may be opened', type: 'final', entry: 'allow' },
    sentToSignIn: { description: 'First sign in, then come back', type: 'final', entry: 'sendToSignIn' },
    sentHome: {
      description: 'The page is not for this person, who is sent to their own',
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: homeOf(context.person ?? undefined) }) },
    },
    sentToPageForBorrowers: {
      description: 'The borrower has a page of their own for this',
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: context.route?.pageForBorrowers ?? NOT_FOUND }) },
    },
    sentToNotFound: {
      description: 'For this person there is no such page',
      type: 'final',
      entry: { type: 'sendTo', params: { to: NOT_FOUND } },
    },
    sentToMaintenance: {
      description: 'The portal is closed for a while',
      type: 'final',
      entry: { type: 'sendTo', params: { to: MAINTENANCE } },
    },
    sentToPastDue: {
      description: 'A very delinquent borrower sees first what is past due',
      type: 'final',
      entry: { type: 'sendTo', params: { to: PAST_DUE } },
    },
    sentToRequiredAction: {
      description: 'Something has to be done first; then the address is opened',
      type: 'final',
      entry: { type: 'hold', params: ({ context }) => ({ to: requiredActionPagesOf(context)[0] ?? NOT_FOUND }) },
    },
    sentElsewhere: {
      description: 'The feature is off; another page stands for it',
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: context.route?.needsFlag?.elsewhere ?? NOT_FOUND }) },
    },
    sentToInProcess: {
      description: 'An application is in process already',
      type: 'final',
      entry: { type: 'sendTo', params: { to: APPLICATION_IN_PROCESS } },
    },
    sentToNotEligible: {
      description: 'The borrower is not eligible for the page',
      type: 'final',
      entry: { type: 'sendTo', params: { to: NOT_ELIGIBLE } },
    },
  },
});
