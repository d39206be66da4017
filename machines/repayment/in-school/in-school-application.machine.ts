/**
 * Application for an in-school deferment (R §4 In-school): the loans that it postpones and the cost. Only a borrower
 * who is enrolled and not attending submits it, once under its key (ruling 4). For any other borrower the step
 * continues by itself.
 */
import { setup } from 'xstate';
import type { CallRequest } from '#domain/call.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { inSchoolQuery, needsApplication } from '#domain/repayment/deferment/in-school.ts';
import type { InSchoolAnswers } from '#domain/repayment/deferment/shapes.ts';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import type { ApplicationResponse, ApplicationRecord } from '#domain/repayment/postponement/shapes.ts';
import {
  type ApplicationSubmission,
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
import type { StoredSubmission } from '#domain/submission.ts';
import { call, effects } from '../../kit/effect.ts';
import type { FailureIgnored, FocusWanted } from '../../kit/events.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';
import { WITHOUT_BODY, submission } from '../../kit/submission.machine.ts';
import { pauseCost } from '../pause-cost/pause-cost.machine.ts';

export interface InSchoolApplicationInput {
  readonly answers: InSchoolAnswers;
  readonly groups: CoveredGroups;
  /** Stored key from an earlier visit. */
  readonly submission: StoredSubmission;
}

/** The event that the machine sends to its parent. */
export type InSchoolApplicationEvent = EntryEvent<'application', StoredSubmission>;

interface Context extends Omit<InSchoolApplicationInput, 'submission'>, ApplicationSubmission {}

export const inSchoolSubmission = submission<
  typeof WITHOUT_BODY,
  ApplicationResponse,
  ApplicationRecord,
  unknown,
  CallRequest<typeof deferment.applyInSchool>['query']
>('inSchoolSubmission', { send: call(deferment.applyInSchool), ...settling });

export const inSchoolApplication = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'continue.pressed' } | { type: 'retry.wanted' },
    input: {} as InSchoolApplicationInput,
    /** Null if nothing was submitted. */
    output: {} as ApplicationResponse | null,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy',
    children: {} as { getCost: 'getCost'; submitInSchool: 'submitInSchool' },
  },
  actors: {
    getCost: pauseCost,
    makeSubmissionKey: effects['key.make'],
    submitInSchool: inSchoolSubmission,
  },
  guards: {
    isApplicationNeeded: ({ context: { answers } }) => needsApplication(answers),
    hasBeenSent,
    isReceived,
  },
  actions: {
    ...applicationActions,
    ...costActions,
    ...notifyOfEntry('application', ({ submission: kept }: Context): StoredSubmission => kept),
  },
}).createMachine({
  id: 'inSchoolApplication',
  description:
    'The borrower sees the loans that an in-school deferment postpones and the cost, and submits an application if one is needed',
  context: ({ input: { answers, groups, submission: kept } }) => ({ answers, groups, ...startingSubmission(kept) }),
  output: ({ context }) => context.received,
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Chooses between an application and none',
      always: [{ guard: 'isApplicationNeeded', target: 'postponing' }, { target: 'reported' }],
    },

    reported: {
      description:
        "The school reports the borrower's enrollment: nothing is submitted and the step continues by itself (ruling 34)",
      on: { 'continue.pressed': 'nothingSubmitted' },
    },

    postponing: {
      description: 'The screen shows the covered loans and the cost',
      type: 'parallel',
      states: {
        cost: showingCost<Context>(() => ({ postponement: 'inSchool' })),
        application: {
          description: 'The borrower submits the application once',
          initial: 'resuming',
          states: {
            resuming,
            applying: {
              id: 'applying',
              description: 'The borrower can submit the application',
              on: { 'continue.pressed': { target: 'makingSubmissionKey', actions: 'clearNotice' } },
            },
            makingSubmissionKey,
            submitting: {
              description: 'The application is in flight, or the machine asks the server for its outcome',
              tags: 'busy',
              invoke: {
                id: 'submitInSchool',
                src: 'submitInSchool',
                input: ({ context }) => ({
                  ...submissionOf<typeof WITHOUT_BODY>(context, WITHOUT_BODY),
                  query: inSchoolQuery(context.answers),
                }),
                ...submissionEnds,
              },
            },
            outcomeCheckFailed,
          },
        },
      },
    },

    received: { id: 'applicationReceived', description: 'The servicer has received the application', type: 'final' },
    nothingSubmitted: { description: 'No application was needed', type: 'final' },
  },
});
