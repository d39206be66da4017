/**
 * The questions of the access check, in the order of ruling 37: each with its conditions, their targets, and the
 * specification. The machine asks them (`access.machine.ts`), and `docs/access.md` lists them.
 */
import { withAnswer, withFailure } from '../../kit/params.ts';

/** Reference to the rule of a question. */
export interface QuestionMeta {
  readonly source: string;
}

const MAINTENANCE_FLAG = { params: { section: 'globalsite', name: 'disabled-mma-enabled' }, query: {} };

/** Questions by the name of their state. The first condition that holds applies. */
export const questions = {
  askingIfThere: {
    description: 'Does the portal have the page, and is it one that is open to everyone?',
    meta: { source: 'P §2.1' },
    always: [
      { guard: 'isMissing', target: 'sentToNotFound' },
      { guard: 'isAlwaysOpen', target: 'allowed' },
      { guard: 'isOnlyInMaintenance', target: 'askingIfStillClosed' },
      { target: 'askingIfClosed' },
    ],
  },
  askingIfStillClosed: {
    description: 'The maintenance page: is maintenance still in progress? If the answer is unknown, it is not',
    meta: { source: 'P §5.1, maintenance' },
    tags: 'busy',
    invoke: {
      id: 'getMaintenanceFlag',
      src: 'getMaintenanceFlag',
      input: MAINTENANCE_FLAG,
      onDone: [
        { guard: withAnswer('isFlagOn'), target: 'allowed' },
        { target: 'sentHome', actions: 'setOpen' },
      ],
      onError: [{ guard: withFailure('hasNoFlag'), target: 'sentHome', actions: 'setOpen' }, { target: 'sentHome' }],
    },
  },
  askingIfClosed: {
    description: 'Is the portal closed for maintenance?',
    meta: { source: 'P §5.1, maintenance' },
    always: [
      { guard: 'isOpenInMaintenance', target: 'askingIfSignedIn' },
      { guard: 'isKnownOpen', target: 'askingIfSignedIn' },
      { target: 'readingMaintenanceFlag' },
    ],
  },
  readingMaintenanceFlag: {
    description:
      'The maintenance flag of the managed content is loading; if it is missing or fails to load, the portal is open',
    meta: { source: 'P §5.1, maintenance' },
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
        { target: 'askingIfSignedIn', actions: 'setOpen' },
      ],
      onError: [
        {
          guard: withFailure('hasNoFlag'),
          target: 'askingIfSignedIn',
          actions: 'setOpen',
        },
        // Text of the specification about a question.
        { target: 'askingIfSignedIn' },
      ],
    },
  },
  askingIfSignedIn: {
    description: 'Does the page require signing in?',
    meta: { source: 'P §5.1, unauthenticated users' },
    always: [
      { guard: 'isSignedIn', target: 'askingIfForVisitors' },
      { guard: 'isForSignedIn', target: 'sentToSignIn' },
      { target: 'askingForFeatureFlag' },
    ],
  },
  askingIfForVisitors: {
    description: 'Is the page for visitors only, such as the log-in page, and the person signed in?',
    meta: { source: 'P §5.1, signed-in users' },
    always: [
      { guard: 'isSwitchedOffForVisitors', target: 'sentToNotFound' },
      { guard: 'isForVisitors', target: 'sentHome' },
      { target: 'askingIfPayer' },
    ],
  },
  askingIfPayer: {
    description: 'Is the person an authorized payer, and is the page closed to payers?',
    meta: { source: 'P §5.1, authorized payers' },
    always: [
      { guard: 'isBorrower', target: 'askingForPageForBorrowers' },
      { guard: 'isPathForPayers', target: 'askingForFeatureFlag' },
      { target: 'sentHome' },
    ],
  },
  askingForPageForBorrowers: {
    description: 'Does the page have a counterpart for signed-in borrowers?',
    meta: { source: 'P §5.1, signed-in users' },
    always: [{ guard: 'hasPageForBorrowers', target: 'sentToPageForBorrowers' }, { target: 'gatheringFacts' }],
  },
  gatheringFacts: {
    description: 'Are all facts for the remaining questions known?',
    meta: { source: 'P §3, §7' },
    always: [{ guard: 'hasNeededFacts', target: 'askingIfVeryDelinquent' }, { target: 'fetchingFacts' }],
  },
  fetchingFacts: {
    description: 'The facts that decide which pages the borrower may open are loading',
    meta: { source: 'P §3, §7' },
    tags: 'busy',
    invoke: {
      id: 'getFacts',
      src: 'getFacts',
      input: {},
      onDone: {
        target: 'askingIfVeryDelinquent',
        actions: withAnswer('setFacts'),
      },
      onError: {
        target: 'couldNotAsk',
        actions: withFailure('setFailure'),
      },
    },
  },
  askingIfVeryDelinquent: {
    description: 'Must the borrower see the past-due page first?',
    meta: { source: 'P §5.1, very delinquent; ruling 27' },
    always: [{ guard: 'isHeldByPastDue', target: 'sentToPastDue' }, { target: 'askingForAction' }],
  },
  askingForAction: {
    description: 'Must the borrower complete a required action first?',
    meta: { source: 'P §5.1, captive pages' },
    always: [
      { guard: 'isHeldByAction', target: 'sentToRequiredAction' },
      { guard: 'isWithoutItsAction', target: 'sentHome' },
      { target: 'askingForFeatureFlag' },
    ],
  },
  askingForFeatureFlag: {
    description: "Is the page's feature flag on?",
    meta: { source: 'P §5.1, feature flag' },
    always: [
      { guard: 'hasFlag', target: 'askingForIdentity' },
      { guard: 'hasPageElsewhere', target: 'sentElsewhere' },
      { target: 'sentToNotFound' },
    ],
  },
  askingForIdentity: {
    description: 'Is the page only for people with a portal password?',
    meta: { source: 'P §5.1, federal identity' },
    always: [{ guard: 'isClosedToIdentity', target: 'sentToNotFound' }, { target: 'askingForAccountType' }],
  },
  askingForAccountType: {
    description: 'Does the page require a federal account?',
    meta: { source: 'ruling 8' },
    always: [{ guard: 'isWithoutFederalAccount', target: 'sentToNotEligible' }, { target: 'askingForBorrowerType' }],
  },
  askingForBorrowerType: {
    description: 'Is the page for borrowers of this type? If the type is unknown, the page is not found',
    meta: { source: 'ruling 62' },
    always: [
      { guard: 'isTypeUnknown', target: 'sentToNotFound' },
      { guard: 'hasType', target: 'askingForApplicationInProcess' },
      { target: 'sentToNotEligible' },
    ],
  },
  askingForApplicationInProcess: {
    description: 'Is such an application already in process? If the answer is unknown, the page is not found',
    meta: { source: 'P §5.1, application in process; ruling 60' },
    always: [
      { guard: 'isProcessUnknown', target: 'sentToNotFound' },
      { guard: 'isInProcess', target: 'sentToInProcess' },
      { target: 'askingForEligibility' },
    ],
  },
  askingForEligibility: {
    description: 'Is an amount due, and is the borrower eligible? If the answer is unknown, the page is not found',
    meta: { source: 'P §5.1, plan entry; ruling 28' },
    always: [
      { guard: 'isEligibilityUnknown', target: 'sentToNotFound' },
      { guard: 'canEnter', target: 'allowed' },
      { target: 'sentToNotEligible' },
    ],
  },
} as const;
