/**
 * The access check: decides whether a person may open a page (P §5.1). It asks the questions of `access-questions.ts`, in
 * order, about a row of the route table (domain/portal/routes). Data that only the server has is loaded when a question needs it for the first
 * time. Until it has loaded, no page opens; after a failure the person can retry.
 */
import { assign, setup } from 'xstate';
import { access as accessCalls } from '#domain/session/access/calls.ts';
import {
  APPLICATION_IN_PROCESS,
  NOT_ELIGIBLE,
  hasTypeFor,
  isClosedByApplication,
  isEligibleFor,
  isWithoutFederalAccount,
} from '#domain/session/access/rules.ts';
import type { AccessData, BorrowerActions } from '#domain/session/access/shapes.ts';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import { content } from '#domain/portal/content/calls.ts';
import { isFlagTextOn } from '#domain/portal/content/rules.ts';
import { getHome, isPathForPayers } from '#domain/session/identity/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { type PortalFeatures, type PortalRoute, routeExists, findRoute } from '#domain/portal/routes.ts';
import type { Configuration, FeatureFlags } from '#domain/portal/shapes.ts';
import { call } from '../../kit/effect.ts';
import type { ScreenMeta } from '../../kit/events.ts';
import { type QuestionMeta, questions } from './access-questions.ts';

/** Facts known before the first question, and the facts learned since. Null means not known yet. */
export interface AccessKnowledge {
  /**
   * True after the server has reported that there is no maintenance. A report of maintenance ends the machine, so it is
   * not stored.
   */
  readonly isOpen: true | null;
  readonly borrowerActions: BorrowerActions | null;
  readonly facts: AccessData | null;
}

export interface AccessInput extends AccessKnowledge, PortalFeatures {
  /** Route of the address, or undefined for an unknown address. */
  readonly route: PortalRoute | undefined;
  readonly person: Person | null;
  readonly flags: FeatureFlags;
  readonly captivePages: Configuration['captivePages'];
  /** Whether 'Continue to my account' was pressed on /past-due in this session (ruling 27). */
  readonly hasSeenPastDue: boolean;
  /** Whether the cookie named after the web account has an allowed value. */
  readonly hasSplashCookie: boolean;
}

/** Decision: open the page, redirect, redirect to a page that returns to the address, or sign in first and return. */
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

/**
 * Returns true if a page is closed to the person because of a federal identity's external password, or to everyone
 * because of single sign-on.
 */
const isClosedToIdentity = (
  { needsOwnPassword }: PortalRoute,
  { person, flags }: Pick<Context, 'person' | 'flags'>,
): boolean =>
  needsOwnPassword !== undefined &&
  (person?.isFederalIdentity === true || (flags.isSsoEnabled && needsOwnPassword === 'withoutSingleSignOn'));

/**
 * Returns the pages of the borrower's required actions, in order. An action without a page that can be opened does not
 * restrict the borrower.
 */
const findRequiredActionPages = (context: Context): string[] =>
  (context.borrowerActions ?? []).flatMap((action) => {
    const path = Object.hasOwn(context.captivePages, action) ? context.captivePages[action] : undefined;
    const route = path === undefined ? undefined : findRoute(path);
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
    events: {} as { type: 'retry.requested' },
    tags: {} as 'busy',
    meta: {} as ScreenMeta & Partial<QuestionMeta>,
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
    isFlagOn: (_, { data }: { data: string }) => isFlagTextOn(data),
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
      const [first] = findRequiredActionPages(context);
      return needsActions(context) && !context.hasSplashCookie && first !== undefined && first !== context.route?.path;
    },
    isWithoutItsAction: ({ context }) =>
      context.route?.needsPendingAction === true && !findRequiredActionPages(context).includes(context.route.path),
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
    setOpen: assign({ isOpen: true, failure: null }),
    setFacts: assign({
      facts: (_, facts: AccessData) => facts,
      borrowerActions: (_, facts: AccessData) => facts.borrowerActions,
      failure: null,
    }),
    // The server may have closed for maintenance since, so ask again.
    setFailure: assign({ failure: (_, failure: CallFailure) => failure, isOpen: null }),
    allow: assign({ decision: { kind: 'allowed' } }),
    sendToSignIn: assign({ decision: { kind: 'signIn' } }),
    sendTo: assign({ decision: (_, { to }: { to: string }): AccessDecision => ({ kind: 'redirect', to }) }),
    hold: assign({ decision: (_, { to }: { to: string }): AccessDecision => ({ kind: 'requiredAction', to }) }),
  },
}).createMachine({
  id: 'access',
  description: 'Decides whether a person may open an address, in the order of ruling 37',
  context: ({ input }) => ({ ...input, decision: { kind: 'signIn' }, failure: null }),
  output: ({ context: { decision, isOpen, borrowerActions, facts } }) => ({
    decision,
    known: { isOpen, borrowerActions, facts },
  }),
  initial: 'askingIfThere',
  states: {
    ...questions,
    couldNotAsk: {
      description: 'Loading the facts failed; no page opens, and the person can retry',
      meta: { title: "This page couldn't be opened" },
      on: { 'retry.requested': 'askingIfClosed' },
    },
    allowed: { description: 'The page opens', type: 'final', entry: 'allow' },
    sentToSignIn: {
      description: 'The person must sign in, and then returns to the page',
      type: 'final',
      entry: 'sendToSignIn',
    },
    sentHome: {
      description: 'The page is not for this person, who is redirected to their home page',
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: getHome(context.person ?? undefined) }) },
    },
    sentToPageForBorrowers: {
      description: "The borrower is redirected to the page's counterpart for borrowers",
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: context.route?.pageForBorrowers ?? NOT_FOUND }) },
    },
    sentToNotFound: {
      description: 'The page does not exist for this person',
      type: 'final',
      entry: { type: 'sendTo', params: { to: NOT_FOUND } },
    },
    sentToMaintenance: {
      description: 'The portal is closed for maintenance',
      type: 'final',
      entry: { type: 'sendTo', params: { to: MAINTENANCE } },
    },
    sentToPastDue: {
      description: 'A very delinquent borrower is redirected to the past-due page',
      type: 'final',
      entry: { type: 'sendTo', params: { to: PAST_DUE } },
    },
    sentToRequiredAction: {
      description: 'The borrower must complete a required action first, and then returns to the page',
      type: 'final',
      entry: { type: 'hold', params: ({ context }) => ({ to: findRequiredActionPages(context)[0] ?? NOT_FOUND }) },
    },
    sentElsewhere: {
      description: 'The feature flag is off and another page replaces this one',
      type: 'final',
      entry: { type: 'sendTo', params: ({ context }) => ({ to: context.route?.needsFlag?.elsewhere ?? NOT_FOUND }) },
    },
    sentToInProcess: {
      description: 'An application is already in process',
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
