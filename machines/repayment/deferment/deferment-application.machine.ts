/**
 * Application for a deferment by type (R §4 Application step, §5): the loan groups that it covers, its first day if the
 * type has one, the cost from that day, and the terms. The call of its type submits it once under its key (ruling 4).
 * The machine runs within the flow and reports the entry to it, so that the flow can store it.
 */
import { and, assign, setup, stateIn } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { economicHardshipRequest, unemploymentRequest } from '#domain/repayment/deferment/requests.ts';
import * as rules from '#domain/repayment/deferment/rules.ts';
import {
  type ApplicationValues,
  DEFERMENT_TYPE_NUMBERS,
  type DefermentGroups,
  type DefermentQualification,
  type DefermentType,
  type StartBounds,
} from '#domain/repayment/deferment/shapes.ts';
import type { StartRanges } from '#domain/portal/shapes.ts';
import {
  type ApplicationEvent,
  type ApplicationInput,
  type ApplicationSubmission,
  type EnteredApplication,
  applicationForm,
  applicationReceived,
  applicationSubmission,
  applicationSubmissionWithoutBody,
  applicationTypes,
  postponing,
  postponingSetup,
  sentOnce,
  startingSubmission,
} from '../application/application.ts';
import { call } from '../../kit/effect.ts';
import type { KeyMade } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer } from '../../kit/params.ts';
import { required } from '../../kit/failures.ts';
import { WITHOUT_BODY } from '../../kit/submission.machine.ts';
import { storedKey, submittingOnce } from '../../kit/submit-once.ts';
import { showingCost } from '../pause-cost/pause-cost.machine.ts';

/** Values that the borrower has entered so far. */
export type ApplicationEntry = EnteredApplication<ApplicationValues>;

export interface DefermentApplicationInput extends ApplicationInput {
  readonly qualification: DefermentQualification;
  /** Business day. */
  readonly today: PlainDate;
  readonly startRanges: StartRanges;
  /** Entry from an earlier visit, or null for a new application. */
  readonly entry: ApplicationEntry | null;
}

/** Events that the machine sends to its parent. */
export type DefermentApplicationEvent = ApplicationEvent<ApplicationEntry>;

interface Context extends Pick<DefermentApplicationInput, 'qualification'>, ApplicationSubmission {
  /** Range of days on which the deferment can begin, or undefined if the type has no such day. */
  readonly bounds: StartBounds | undefined;
  readonly form: Form<ApplicationValues>;
  /** Loan groups that the deferment covers, and those that it does not. */
  readonly groups: DefermentGroups | null;
}

const form = applicationForm<ApplicationValues, StartBounds | undefined, Context>(
  { schema: rules.applicationSchema, validateOnChange: (field) => field === 'terms' },
  ({ bounds }) => bounds,
);

function toContext(input: DefermentApplicationInput): Context {
  const { qualification, today, startRanges: ranges, entry, notice } = input;
  const bounds = rules.startBounds(qualification.defermentType, { today, ranges });
  return {
    qualification,
    bounds,
    form: form.start(entry?.values ?? rules.startingApplication, bounds),
    ...startingSubmission(entry?.submission, notice),
    groups: null,
  };
}

const startIn = ({ form: { values }, bounds }: Pick<Context, 'form' | 'bounds'>): PlainDate | undefined =>
  rules.typedStart(values.startDate, bounds);

/** Returns the request of an application with a day. */
const dated =
  <Body>(toBody: (qualification: DefermentQualification, day: PlainDate) => Body) =>
  (context: Context) => ({ body: toBody(context.qualification, required(startIn(context), 'a day')) });

const shared = postponingSetup((context: Context): ApplicationEntry => ({
  values: context.form.values,
  submission: storedKey(context),
}));

export const unemploymentSubmission = applicationSubmission(
  'unemploymentSubmission',
  call(deferment.applyUnemployment),
);
export const economicHardshipSubmission = applicationSubmission(
  'economicHardshipSubmission',
  call(deferment.applyEconomicHardship),
);
export const rehabilitationSubmission = applicationSubmissionWithoutBody(
  'rehabilitationSubmission',
  call(deferment.applyRehabilitation),
);

export const defermentApplication = setup({
  types: {
    ...applicationTypes,
    context: {} as Context,
    events: {} as FormEvent | KeyMade | { type: 'submit.pressed' } | { type: 'retry.requested' },
    input: {} as DefermentApplicationInput,
    tags: {} as 'busy' | 'settled',
    children: {} as {
      getCost: 'getCost';
      submitUnemployment: 'submitUnemployment';
      submitEconomicHardship: 'submitEconomicHardship';
      submitRehabilitation: 'submitRehabilitation';
    },
  },
  actors: {
    ...shared.actors,
    getGroups: call(deferment.groups),
    submitUnemployment: unemploymentSubmission,
    submitEconomicHardship: economicHardshipSubmission,
    submitRehabilitation: rehabilitationSubmission,
  },
  guards: {
    ...shared.guards,
    ...form.guards,
    hasNoGroups: (_, { eligibleGroups }: DefermentGroups) => eligibleGroups.length === 0,
    hasStart: ({ context }) => startIn(context) !== undefined,
    /** True if the changed field is the first day, so that the cost changes. */
    isOtherStart: and([
      stateIn('#applying'),
      ({ event }) => event.type === 'field.changed' && event.field === 'startDate',
    ]),
    isType: ({ context }, { type }: { type: DefermentType }) => context.qualification.defermentType === type,
  },
  actions: {
    ...shared.actions,
    ...form.actions,
    setGroups: assign({ groups: (_, groups: DefermentGroups) => groups }),
  },
}).createMachine({
  id: 'defermentApplication',
  description:
    'The borrower sees the covered loans, chooses the first day, accepts the terms and submits the application once',
  context: ({ input }) => toContext(input),
  output: ({ context }) => context.received,
  initial: 'gettingGroups',
  states: {
    ...loading('gettingGroups', {
      what: 'the covered loan groups',
      actor: 'getGroups',
      input: ({ context: { qualification } }: { readonly context: Context }) => ({
        query: { defermentType: `${DEFERMENT_TYPE_NUMBERS[qualification.defermentType]}` as const },
      }),
      onDone: [
        // An application that was sent before a reload is not sent again; the machine asks for its outcome.
        { guard: 'hasBeenSent', target: 'postponing', actions: withAnswer('setGroups') },
        { guard: withAnswer('hasNoGroups'), target: 'noGroups', actions: [withAnswer('setGroups'), 'focusNotice'] },
        { target: 'postponing', actions: withAnswer('setGroups') },
      ],
      isWithinPage: true,
    }),

    noGroups: {
      description: 'No loan group is eligible for this deferment, and a message replaces the form',
      tags: 'settled',
    },

    postponing: postponing('The screen shows the covered loans, and the cost from the typed day on', {
      cost: {
        description: 'The cost follows the typed first day',
        initial: 'withoutStart',
        states: {
          withoutStart: {
            description: 'The form asks for no first day, or has no valid one, so the screen shows no cost',
            always: { guard: 'hasStart', target: 'fromStart' },
          },
          fromStart: {
            ...showingCost((context: Context) => ({
              postponement: context.qualification.defermentType,
              startDate: required(startIn(context), 'a day'),
            })),
            on: { 'field.changed': { guard: 'isOtherStart', target: 'withoutStart' } },
          },
        },
      },
      completing: 'The borrower submits the application once',
      applying: {
        description: 'The borrower chooses the first day and reads the terms',
        on: {
          'field.changed': form.onChange('notifyChanged'),
          'field.left': form.onLeave(),
          'submit.pressed': form.onSubmit({ target: 'submitting', actions: 'clearNotice' }, 'clearNotice'),
        },
      },
      submitting: {
        description: 'The application is in flight, or the machine asks the server for its outcome',
        tags: 'busy',
        initial: 'choosingCall',
        states: {
          choosingCall: {
            description: 'Chooses the call for the type of deferment',
            always: [
              { guard: { type: 'isType', params: { type: 'unemployment' } }, target: 'submittingUnemployment' },
              { guard: { type: 'isType', params: { type: 'economicHardship' } }, target: 'submittingEconomicHardship' },
              { target: 'submittingRehabilitation' },
            ],
          },
          submittingUnemployment: submittingOnce({
            ...sentOnce,
            what: 'the application for an unemployment deferment',
            actor: 'submitUnemployment',
            request: dated(unemploymentRequest),
          }),
          submittingEconomicHardship: submittingOnce({
            ...sentOnce,
            what: 'the application for an economic hardship deferment',
            actor: 'submitEconomicHardship',
            request: dated(economicHardshipRequest),
          }),
          submittingRehabilitation: submittingOnce({
            ...sentOnce,
            what: 'the application for a rehabilitation training deferment',
            actor: 'submitRehabilitation',
            request: () => ({ body: WITHOUT_BODY }),
          }),
        },
      },
    }),

    received: applicationReceived,
  },
});
