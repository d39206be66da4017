/**
 * Application for hardship forbearance (R §4, §5): the loans that it covers, its cost, and the terms, which open in a
 * dialog. It is submitted once under its key (ruling 4). The machine runs within the flow and reports the entry to it,
 * so that the flow can store it.
 */
import { setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { forbearance } from '#domain/repayment/forbearance/calls.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import type { ApplicationResponse, ApplicationRecord } from '#domain/repayment/postponement/shapes.ts';
import { type TermsValues, termsSchema } from '#domain/terms.ts';
import {
  type ApplicationSubmission,
  type EnteredApplication,
  applicationActions,
  costActions,
  hasBeenSent,
  isReceived,
  makingSubmissionKey,
  outcomeCheckFailed,
  resuming,
  settling,
  showingCost,
  startingSubmission,
  submissionEnds,
  submissionOf,
} from '../../kit/application.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusWanted } from '../../kit/events.ts';
import { ERRORS_DELAY } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';
import { WITHOUT_BODY, submission } from '../../kit/submission.machine.ts';
import { pauseCost } from '../pause-cost/pause-cost.machine.ts';

/** Values that the borrower has entered so far. */
export type HardshipEntry = EnteredApplication<TermsValues>;

export interface HardshipApplicationInput {
  /** Loan groups that the forbearance covers, and those that it does not. */
  readonly groups: CoveredGroups;
  /** Estimated first day, or null if unknown. */
  readonly startDate: PlainDate | null;
  /** Entry from an earlier visit, or null for a new application. */
  readonly entry: HardshipEntry | null;
}

/** The event that the machine sends to its parent. */
export type HardshipApplicationEvent = EntryEvent<'application', HardshipEntry>;

interface Context extends Omit<HardshipApplicationInput, 'entry'>, ApplicationSubmission {
  readonly form: Form<TermsValues>;
}

const applicationForm = createForm<TermsValues, undefined>({
  schema: () => termsSchema,
  validateOnChange: () => true,
}).inMachine<'form', Context>('form', {
  facts: () => undefined,
  // A changed application needs a new key.
  changes: () => ({ submission: null, notice: null }),
  errorsDelay: ERRORS_DELAY,
});

export const hardshipSubmission = submission<typeof WITHOUT_BODY, ApplicationResponse, ApplicationRecord>(
  'hardshipSubmission',
  { send: call(forbearance.applyHardship), ...settling },
);

export const hardshipApplication = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'terms.opened' }
      | { type: 'terms.closed' }
      | { type: 'submit.pressed' }
      | { type: 'retry.wanted' },
    input: {} as HardshipApplicationInput,
    /** Null only if the server accepts without an answer, which its schema does not allow. */
    output: {} as ApplicationResponse | null,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy',
    children: {} as { getCost: 'getCost'; submitHardship: 'submitHardship' },
  },
  actors: {
    getCost: pauseCost,
    makeSubmissionKey: effects['key.make'],
    submitHardship: hardshipSubmission,
  },
  guards: { ...applicationForm.guards, hasBeenSent, isReceived },
  actions: {
    ...applicationForm.actions,
    ...applicationActions,
    ...costActions,
    ...notifyOfEntry('application', ({ form: { values }, submission: sent }: Context): HardshipEntry => ({
      values,
      submission: sent,
    })),
  },
}).createMachine({
  id: 'hardshipApplication',
  description: 'The borrower sees the covered loans and the cost, accepts the terms and submits the application once',
  context: ({ input: { groups, startDate, entry } }) => ({
    groups,
    startDate,
    form: applicationForm.start(entry?.values ?? { terms: false }, undefined),
    ...startingSubmission(entry?.submission ?? null),
  }),
  output: ({ context }) => context.received,
  initial: 'postponing',
  states: {
    postponing: {
      description: 'The screen shows the covered loans and the cost',
      type: 'parallel',
      states: {
        cost: showingCost(({ startDate }: Context) => ({
          postponement: 'hardship',
          ...(startDate !== null && { startDate }),
        })),
        application: {
          description: 'The borrower accepts the terms and submits the application once',
          initial: 'resuming',
          states: {
            resuming,
            applying: {
              id: 'applying',
              description: 'The borrower reviews the application and accepts the terms',
              initial: 'reviewing',
              states: {
                reviewing: {
                  description: 'The borrower can submit the application',
                  on: {
                    'field.changed': applicationForm.onChange('notifyChanged'),
                    'terms.opened': 'readingTerms',
                    'submit.pressed': applicationForm.onSubmit(
                      { target: '#makingSubmissionKey', actions: 'clearNotice' },
                      'clearNotice',
                    ),
                  },
                },
                readingTerms: {
                  description: 'The terms are open in a dialog above the application',
                  on: { 'terms.closed': 'reviewing' },
                },
              },
            },
            makingSubmissionKey: { id: 'makingSubmissionKey', ...makingSubmissionKey },
            submitting: {
              description: 'The application is in flight, or the machine asks the server for its outcome',
              tags: 'busy',
              invoke: {
                id: 'submitHardship',
                src: 'submitHardship',
                input: ({ context }) => submissionOf<typeof WITHOUT_BODY>(context, WITHOUT_BODY),
                ...submissionEnds,
              },
            },
            outcomeCheckFailed,
          },
        },
      },
    },

    received: { id: 'applicationReceived', description: 'The servicer has received the application', type: 'final' },
  },
});
