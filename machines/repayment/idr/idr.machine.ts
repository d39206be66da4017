/**
 * A borrower finds an income-driven repayment plan, and applies for it at the federal site (R §2, §4 IDR): disclaimer,
 * income, eligible plan, apply. Back means Previous (ruling 24). The portal submits nothing itself.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { NOT_ELIGIBLE, isTypeForIdr } from '#domain/session/access/rules.ts';
import { isTooEarly } from '#domain/repayment/idr/too-early.ts';
import { toEstimatesRequest } from '#domain/repayment/idr/estimates.ts';
import { type IdrLimits, idrSchema, startingEntry } from '#domain/repayment/idr/rules.ts';
import { isKeepingPlans } from '#domain/repayment/idr/plans.ts';
import type { ChosenPlans, IdrDraft, IdrEntry } from '#domain/repayment/idr/shapes.ts';
import { findProblems } from '#domain/issue.ts';
import { plans as calls } from '#domain/plans/calls.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { type IdrData, idrFacts } from './idr-facts.machine.ts';
import { type IdrIncomeEvent, idrIncome } from './idr-income.machine.ts';
import { type IdrPlansEvent, idrPlans } from './idr-plans.machine.ts';
import { enteringStep, gettingFacts } from '../application/flow.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusRequested, LeftFor, ScreenMeta, ScreenRequested } from '../../kit/events.ts';
import { logIgnored, required } from '../../kit/failures.ts';
import { hasFailed } from '../../kit/load-parts.machine.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';
import { staysHere } from '../../kit/stays-here.ts';

export interface IdrInput {
  readonly limits: IdrLimits;
  /** Whether the disclaimer is one of the steps; otherwise it is a separate page (R §2). */
  readonly showsAllSteps: boolean;
  /** The federal site where the borrower applies: its name (`StudentAid.gov/IDR`) and URL. */
  readonly site: { readonly name: string; readonly url: string };
  /** The draft of an unfinished application. */
  readonly draft: IdrDraft | null;
}

interface Context extends IdrInput {
  readonly facts: IdrData | null;
  readonly step: IdrDraft['step'];
  readonly entry: IdrEntry;
  /** The estimates for the entry; null until they are fetched, and once the entry has changed. */
  readonly estimates: PlanEstimates | null;
  readonly chosen: ChosenPlans;
  /** Whether the email on how to apply was requested, and whether that succeeded; null before the first request. */
  readonly email: 'sent' | 'notSent' | 'requested' | null;
}

const NOTHING_CHOSEN: ChosenPlans = { Direct: null, FFELP: null };

const nothingEntered = { step: 'disclaimer', entry: startingEntry, chosen: NOTHING_CHOSEN, email: null } as const;

/** Returns the steps from a draft. */
const toSteps = ({ step, values, otherLoans, confirmedAgi, chosen, isEmailRequested }: IdrDraft) =>
  ({
    step,
    entry: { values, otherLoans, confirmedAgi },
    chosen,
    email: isEmailRequested ? 'requested' : null,
  }) as const;

const isComplete = ({ entry, limits }: Context): boolean => findProblems(idrSchema(limits), entry.values).length === 0;

const estimatesIn = ({ estimates }: Context): PlanEstimates => required(estimates, 'estimates');

export const idr = setup({
  types: {
    context: {} as Context,
    events: {} as
      | IdrIncomeEvent
      | IdrPlansEvent
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' }
      | { type: 'site.requested' }
      | { type: 'retry.requested' }
      | ScreenRequested<'#disclaimer' | '#income' | '#plan' | '#apply'>,
    input: {} as IdrInput,
    output: {} as LeftFor,
    emitted: {} as FocusRequested | FailureIgnored,
    tags: {} as 'busy' | 'entering' | 'settled',
    meta: {} as ScreenMeta,
    children: {} as { enterIncome: 'enterIncome'; choosePlans: 'choosePlans' },
  },
  actors: {
    getFacts: idrFacts,
    enterIncome: idrIncome,
    getEstimates: call(calls.estimates),
    choosePlans: idrPlans,
    sendEmail: call(calls.sendIdrEmail),
    openSite: effects['site.open'],
  },
  guards: {
    hasFailed,
    isOfTypeWithoutIdr: (_, { accounts }: IdrData) => isTypeForIdr(accounts) === false,
    isTooEarly: (_, { accounts, today }: IdrData) => isTooEarly(accounts, today),
    isIneligible: (_, { probe }: IdrData) => probe.ineligibleForIdr,
    hasUnchangedPlans: ({ context }) => ['plan', 'apply'].includes(context.step) && isComplete(context),
    hasReachedIncome: ({ context: { step } }) => step !== 'disclaimer',
    isAtDisclaimer: ({ context: { step } }) => step === 'disclaimer',
    isAtApply: ({ context: { step } }, { ineligibleForIdr }: PlanEstimates) => step === 'apply' && !ineligibleForIdr,
    /** Only without changed entries: after a change the estimates are computed again. */
    hasReachedPlan: ({ context: { step } }) => ['plan', 'apply'].includes(step),
    hasReachedApply: ({ context: { step } }) => step === 'apply',
    isKeepingPlans: ({ context }) => isKeepingPlans(estimatesIn(context), context.chosen),
    isEmailRequested: ({ context: { email } }) => email !== null,
    isOpened: (_, { isOpened }: { readonly isOpened: boolean }) => isOpened,
  },
  actions: {
    ...focusActions,
    setFacts: assign({ facts: (_, facts: IdrData) => facts }),
    setEntry: assign({ entry: (_, entry: IdrEntry) => entry }),
    /** Other entries have other estimates, and another recommended plan. */
    clearEstimates: assign({ estimates: null, chosen: NOTHING_CHOSEN }),
    setEstimates: assign({ estimates: (_, estimates: PlanEstimates) => estimates }),
    setChosen: assign({ chosen: (_, chosen: ChosenPlans) => chosen }),
    setAtDisclaimer: assign({ step: 'disclaimer' }),
    setAtIncome: assign({ step: 'income' }),
    setAtPlan: assign({ step: 'plan' }),
    setAtApply: assign({ step: 'apply' }),
    setEmailSent: assign({ email: 'sent' }),
    setEmailNotSent: assign({ email: 'notSent' }),
    logEmailNotSent: logIgnored('The email on how to apply for an income-driven plan was not sent'),
  },
}).createMachine({
  id: 'idr',
  description: 'A borrower compares income-driven plans, and applies for one at the federal site',
  context: ({ input }) => ({
    ...input,
    ...(input.draft === null ? nothingEntered : toSteps(input.draft)),
    facts: null,
    estimates: null,
  }),
  output: { leftFor: NOT_ELIGIBLE },
  initial: 'gettingFacts',
  states: {
    ...gettingFacts('the accounts and the first estimates', [
      { guard: withAnswer('isOfTypeWithoutIdr', 'loaded'), target: 'left' },
      {
        guard: withAnswer('isTooEarly', 'loaded'),
        target: 'tooEarly',
        actions: [withAnswer('setFacts', 'loaded'), 'focusNotice'],
      },
      { guard: withAnswer('isIneligible', 'loaded'), target: 'left' },
      { guard: 'hasUnchangedPlans', target: 'gettingEstimates', actions: withAnswer('setFacts', 'loaded') },
      { guard: 'isAtDisclaimer', target: 'readingDisclaimer', actions: withAnswer('setFacts', 'loaded') },
      { target: 'enteringIncome', actions: withAnswer('setFacts', 'loaded') },
    ]),
    left: { description: 'The borrower is not eligible, and is redirected to the repayment options', type: 'final' },

    tooEarly: {
      description: 'All loans are in school or grace for more than 90 days; an application is not possible yet',
      tags: 'settled',
      on: staysHere,
    },

    gettingEstimates: {
      description: 'The estimates for the earlier entries are being fetched again',
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'getEstimates',
        src: 'getEstimates',
        input: ({ context }) => ({ body: toEstimatesRequest(context.entry) }),
        onDone: [
          { guard: withAnswer('isAtApply'), target: 'applying', actions: withAnswer('setEstimates') },
          { target: 'choosingPlan', actions: withAnswer('setEstimates') },
        ],
        onError: 'couldNotLoad',
      },
    },

    readingDisclaimer: {
      id: 'disclaimer',
      description: 'The disclaimer: the meaning and the limits of the estimates',
      meta: { path: '/repayment-options/idr/disclaimer', title: 'Disclaimer' },
      route: {},
      ...enteringStep('setAtDisclaimer'),
      on: { 'continue.pressed': 'enteringIncome' },
    },

    enteringIncome: {
      id: 'income',
      description: 'Family size, income and other loans are entered',
      meta: { path: '/repayment-options/idr/income', title: 'Income' },
      route: { guard: 'hasReachedIncome' },
      ...enteringStep('setAtIncome'),
      invoke: {
        id: 'enterIncome',
        src: 'enterIncome',
        input: ({ context: { limits, entry } }) => ({ limits, entry }),
        onDone: { target: 'choosingPlan', actions: withAnswer('setEstimates') },
        onError: 'couldNotLoad',
      },
      on: {
        'income.changed': { actions: [withEvent('setEntry', 'entry'), 'clearEstimates'] },
        'income.validated': { actions: withEvent('setEntry', 'entry') },
        'income.failed': 'couldNotLoad',
        'income.left': 'readingDisclaimer',
      },
    },

    choosingPlan: {
      id: 'plan',
      description: 'The estimated payments are compared, and a plan is chosen for each program',
      meta: { path: '/repayment-options/idr/eligible-plan', title: 'Eligible Plan' },
      route: { guard: 'hasReachedPlan' },
      ...enteringStep('setAtPlan'),
      invoke: {
        id: 'choosePlans',
        src: 'choosePlans',
        input: ({ context }) => ({ estimates: estimatesIn(context), chosen: context.chosen }),
        onDone: { target: 'applying', actions: withAnswer('setChosen') },
        onError: 'couldNotLoad',
      },
      on: {
        'plans.changed': { actions: withEvent('setChosen', 'entry') },
        'plans.left': 'enteringIncome',
      },
    },

    applying: {
      id: 'apply',
      description: 'The loans are summed up, and the borrower applies at the federal site',
      meta: { path: '/repayment-options/idr/apply', title: 'Apply' },
      route: { guard: 'hasReachedApply' },
      ...enteringStep('setAtApply'),
      initial: 'checkingChoice',
      states: {
        checkingChoice: {
          description: 'Is there a plan to apply for?',
          always: [{ guard: 'isKeepingPlans', target: 'keepingPlans' }, { target: 'waiting' }],
        },
        keepingPlans: {
          description: 'The current plans are kept, so there is nothing to apply for (ruling 114)',
          on: { 'previous.pressed': '#plan' },
        },
        waiting: {
          description: 'The borrower may open the federal site, or go back',
          initial: 'notOpened',
          states: {
            notOpened: { description: 'The federal site was not opened yet' },
            opened: { id: 'opened', description: 'The federal site is open in another tab' },
            blocked: { id: 'blocked', description: 'The browser did not open a tab; a link is there instead' },
          },
          on: {
            'site.requested': [{ guard: 'isEmailRequested', target: 'openingSite' }, { target: 'sendingEmail' }],
            'previous.pressed': '#plan',
          },
        },
        sendingEmail: {
          description: 'The first time, an email on how to apply is sent before the federal site opens',
          tags: 'busy',
          on: staysHere,
          invoke: {
            id: 'sendEmail',
            src: 'sendEmail',
            input: {},
            onDone: { target: 'openingSite', actions: 'setEmailSent' },
            onError: { target: 'openingSite', actions: ['setEmailNotSent', withFailure('logEmailNotSent')] },
          },
        },
        openingSite: {
          description: 'The federal site is being opened in a new tab',
          tags: 'busy',
          on: staysHere,
          invoke: {
            id: 'openSite',
            src: 'openSite',
            input: ({ context: { site } }) => ({ url: site.url }),
            onDone: [
              { guard: withAnswer('isOpened'), target: '#opened' },
              { target: '#blocked', actions: 'focusNotice' },
            ],
            onError: { target: '#blocked', actions: 'focusNotice' },
          },
        },
      },
    },
  },
});

const isUntouched = ({ entry, step, email }: Context): boolean =>
  step === 'disclaimer' &&
  email === null &&
  entry.otherLoans.length === 0 &&
  Object.entries(startingEntry.values).every(([field, value]) => Reflect.get(entry.values, field) === value);

/** Returns the draft of an unfinished application; null if the borrower has not begun. */
export const idrDraft = (context: Context): IdrDraft | null => {
  const { entry, chosen, step, email } = context;
  return isUntouched(context) ? null : { version: 1, ...entry, chosen, step, isEmailRequested: email !== null };
};
