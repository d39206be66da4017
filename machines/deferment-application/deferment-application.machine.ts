/**
 * The application for a deferment that is chosen by type (R §4 Application step, §5): the groups of loans that it would
 * cover, the day on which it is to begin where that is asked for, and the terms. It is sent by the call of its type, once
 * for its key (ruling 4). It runs within the flow, which it notifies of the entry, so that that can be kept.
 */
import { assign, setup } from 'xstate';
import { type PlainDate, parseUsDate } from '#domain/calendar.ts';
import { deferment } from '#domain/deferment/calls.ts';
import { economicHardshipRequest, unemploymentRequest } from '#domain/deferment/requests.ts';
import * as rules from '#domain/deferment/rules.ts';
import {
  type ApplicationValues,
  DEFERMENT_TYPE_NUMBERS,
  type DefermentGroups,
  type DefermentQualification,
  type DefermentType,
  type StartBounds,
} from '#domain/deferment/shapes.ts';
import type { StartRanges } from '#domain/portal/shapes.ts';
import type { ApplicationAnswer, ApplicationRecord } from '#domain/postponement/shapes.ts';
import {
  type ApplicationSubmission,
  type EnteredApplication,
  applicationActions,
  hasBeenSent,
  isReceived,
  makingSubmissionKey,
  outcomeNotKnown,
  settling,
  startingSubmission,
  submissionEnds,
  submissionOf,
} from '../kit/application.ts';
import { call, effects } from '../kit/effect.ts';
import type { FocusWanted } from '../kit/events.ts';
import { ERRORS_DELAY } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { withAnswer } from '../kit/params.ts';
import { type EntryEvent, notifyOfEntry } from '../kit/relay.ts';
import { WITHOUT_BODY, submission } from '../kit/submission.machine.ts';

/** What has been entered so far. */
export type ApplicationEntry = EnteredApplication<ApplicationValues>;

export interface DefermentApplicationInput {
  readonly qualification: DefermentQualification;
  /** The business day. */
  readonly today: PlainDate;
  readonly startRanges: StartRanges;
  /** What was entered when the step was left; null for a new application. */
  readonly entry: ApplicationEntry | null;
}

/** The event that the machine sends to its parent. */
export type DefermentApplicationEvent = EntryEvent<'application', ApplicationEntry>;

interface Context extends Pick<DefermentApplicationInput, 'qualification'>, ApplicationSubmission {
  /** The days on which the deferment may begin; undefined where the day is not asked for. */
  readonly bounds: StartBounds | undefined;
  readonly form: Form<ApplicationValues>;
  /** The groups of loans that the deferment would cover, and those that it would not. */
  readonly groups: DefermentGroups | null;
}

const applicationForm = createForm<ApplicationValues, StartBounds | undefined>({
  schema: rules.applicationSchema,
  validateOnChange: (field) => field === 'terms',
}).inMachine('form', {
  facts: ({ bounds }: Context) => bounds,
  // Another application has another key.
  changes: () => ({ submission: null, notice: null }),
  errorsDelay: ERRORS_DELAY,
});

function contextOf({ qualification, today, startRanges: ranges, entry }: DefermentApplicationInput): Context {
  const bounds = rules.startBounds(qualification.defermentType, { today, ranges });
  return {
    qualification,
    bounds,
    form: applicationForm.start(entry?.values ?? rules.startingApplication, bounds),
    ...startingSubmission(entry?.submission ?? null),
    groups: null,
  };
}

/**
 * The key, and what is sent under it, of an application with a day. Without one there is nothing to send, and only the
 * outcome is asked for.
 */
function datedSubmissionOf<Body>(
  context: Context,
  request: (qualification: DefermentQualification, day: PlainDate) => Body,
) {
  const day = parseUsDate(context.form.values.startDate);
  return submissionOf(context, day === undefined ? null : request(context.qualification, day));
}

export const unemploymentSubmission = submission('unemploymentSubmission', {
  send: call(deferment.applyUnemployment),
  ...settling,
});
export const economicHardshipSubmission = submission('economicHardshipSubmission', {
  send: call(deferment.applyEconomicHardship),
  ...settling,
});
export const rehabilitationSubmission = submission<typeof WITHOUT_BODY, ApplicationAnswer, ApplicationRecord>(
  'rehabilitationSubmission',
  { send: call(deferment.applyRehabilitation), ...settling },
);

export const defermentApplication = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'submit.pressed' } | { type: 'retry.wanted' },
    input: {} as DefermentApplicationInput,
    /** Null only where a server has accepted without an answer, which its schema does not allow. */
    output: {} as ApplicationAnswer | null,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'settled',
    children: {} as {
      submitUnemployment: 'submitUnemployment';
      submitEconomicHardship: 'submitEconomicHardship';
      submitRehabilitation: 'submitRehabilitation';
    },
  },
  actors: {
    getGroups: call(deferment.groups),
    makeSubmissionKey: effects['key.make'],
    submitUnemployment: unemploymentSubmission,
    submitEconomicHardship: economicHardshipSubmission,
    submitRehabilitation: rehabilitationSubmission,
  },
  guards: {
    ...applicationForm.guards,
    hasBeenSent,
    hasNoGroups: (_, { eligibleGroups }: DefermentGroups) => eligibleGroups.length === 0,
    isType: ({ context }, { type }: { type: DefermentType }) => context.qualification.defermentType === type,
    isReceived,
  },
  actions: {
    ...applicationForm.actions,
    ...applicationActions,
    ...notifyOfEntry('application', ({ form: { values }, submission: sent }: Context): ApplicationEntry => ({
      values,
      submission: sent,
    })),
    keepGroups: assign({ groups: (_, groups: DefermentGroups) => groups }),
  },
}).createMachine({
  id: 'defermentApplication',
  description: 'What a deferment would cover, from when on, and the terms; then the application is sent once',
  context: ({ input }) => contextOf(input),
  output: ({ context }) => context.received,
  initial: 'gettingGroups',
  states: {
    gettingGroups: {
      description: 'The groups of loans that the deferment would cover are being fetched',
      tags: 'busy',
      invoke: {
        id: 'getGroups',
        src: 'getGroups',
        input: ({ context: { qualification } }) => ({
          query: { defermentType: `${DEFERMENT_TYPE_NUMBERS[qualification.defermentType]}` as const },
        }),
        onDone: [
          // It was sent before a reload: it is not sent again, the server is asked what became of it.
          { guard: 'hasBeenSent', target: 'submitting', actions: withAnswer('keepGroups') },
          { guard: withAnswer('hasNoGroups'), target: 'noGroups', actions: [withAnswer('keepGroups'), 'focusNotice'] },
          { target: 'applying', actions: withAnswer('keepGroups') },
        ],
        onError: { target: 'couldNotGetGroups', actions: 'focusNotice' },
      },
    },

    couldNotGetGroups: {
      description: 'They could not be fetched; that can be tried again',
      on: { 'retry.wanted': { target: 'gettingGroups', actions: 'focusHeading' } },
    },

    noGroups: {
      description: 'No group of loans can have this deferment, which is said in place of the form',
      tags: 'settled',
    },

    applying: {
      id: 'applying',
      description: 'The day is being chosen, and the terms read',
      on: {
        'field.changed': applicationForm.onChange('notifyChanged'),
        'field.left': applicationForm.onLeave(),
        'submit.pressed': applicationForm.onSubmit(
          { target: 'makingSubmissionKey', actions: 'clearNotice' },
          'clearNotice',
        ),
      },
    },

    makingSubmissionKey,

    submitting: {
      description: 'The application is under way by the call of its type, or the server is asked what became of it',
      tags: 'busy',
      initial: 'choosingCall',
      states: {
        choosingCall: {
          description: 'Each type of deferment has a call of its own',
          always: [
            {
              guard: { type: 'isType', params: { type: 'unemployment' } },
              target: 'submittingUnemployment',
            },
            {
              guard: { type: 'isType', params: { type: 'economicHardship' } },
              target: 'submittingEconomicHardship',
            },
            { target: 'submittingRehabilitation' },
          ],
        },
        submittingUnemployment: {
          description: 'An unemployment deferment is applied for',
          invoke: {
            id: 'submitUnemployment',
            src: 'submitUnemployment',
            input: ({ context }) => datedSubmissionOf(context, unemploymentRequest),
            ...submissionEnds,
          },
        },
        submittingEconomicHardship: {
          description: 'An economic hardship deferment is applied for',
          invoke: {
            id: 'submitEconomicHardship',
            src: 'submitEconomicHardship',
            input: ({ context }) => datedSubmissionOf(context, economicHardshipRequest),
            ...submissionEnds,
          },
        },
        submittingRehabilitation: {
          description: 'A rehabilitation training deferment is applied for',
          invoke: {
            id: 'submitRehabilitation',
            src: 'submitRehabilitation',
            input: ({ context }) => submissionOf<typeof WITHOUT_BODY>(context, WITHOUT_BODY),
            ...submissionEnds,
          },
        },
      },
    },

    outcomeNotKnown,

    received: { id: 'applicationReceived', description: 'The servicer has the application', type: 'final' },
  },
});
