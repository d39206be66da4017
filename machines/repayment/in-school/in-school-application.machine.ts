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
import type { StoredSubmission } from '#domain/submission.ts';
import {
  type ApplicationEvent,
  type ApplicationInput,
  type ApplicationSubmission,
  applicationReceived,
  applicationSubmissionWithoutBody,
  applicationTypes,
  postponing,
  postponingSetup,
  sentOnce,
  startingSubmission,
} from '../application/application.ts';
import { showingCost } from '../pause-cost/pause-cost.machine.ts';
import { call } from '../../kit/effect.ts';
import type { KeyMade } from '../../kit/events.ts';
import { WITHOUT_BODY } from '../../kit/submission.machine.ts';
import { storedKey, submittingOnce } from '../../kit/submit-once.ts';

export interface InSchoolApplicationInput extends ApplicationInput {
  readonly answers: InSchoolAnswers;
  readonly groups: CoveredGroups;
  /** Stored key from an earlier visit. */
  readonly submission: StoredSubmission;
}

/** Events that the machine sends to its parent. */
export type InSchoolApplicationEvent = ApplicationEvent<StoredSubmission>;

interface Context extends Pick<InSchoolApplicationInput, 'answers' | 'groups'>, ApplicationSubmission {}

const shared = postponingSetup<Context>(storedKey);

export const inSchoolSubmission = applicationSubmissionWithoutBody<
  CallRequest<typeof deferment.applyInSchool>['query']
>('inSchoolSubmission', call(deferment.applyInSchool));

export const inSchoolApplication = setup({
  types: {
    ...applicationTypes,
    context: {} as Context,
    events: {} as KeyMade | { type: 'continue.pressed' } | { type: 'retry.requested' },
    input: {} as InSchoolApplicationInput,
    tags: {} as 'busy',
    children: {} as { getCost: 'getCost'; submitInSchool: 'submitInSchool' },
  },
  actors: { ...shared.actors, submitInSchool: inSchoolSubmission },
  guards: {
    ...shared.guards,
    isApplicationNeeded: ({ context: { answers } }) => needsApplication(answers),
  },
  actions: shared.actions,
}).createMachine({
  id: 'inSchoolApplication',
  description:
    'The borrower sees the loans that an in-school deferment pauses and the cost, and submits an application if one is needed',
  context: ({ input: { answers, groups, submission: stored, notice } }) => ({
    answers,
    groups,
    ...startingSubmission(stored, notice),
  }),
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

    postponing: postponing('The screen shows the covered loans and the cost', {
      cost: showingCost<Context>(() => ({ postponement: 'inSchool' })),
      completing: 'The borrower submits the application once',
      applying: {
        description: 'The borrower can submit the application',
        on: { 'continue.pressed': { target: 'submitting', actions: 'clearNotice' } },
      },
      submitting: submittingOnce({
        ...sentOnce,
        actor: 'submitInSchool',
        request: ({ answers }: Context) => ({ body: WITHOUT_BODY, query: inSchoolQuery(answers) }),
      }),
    }),

    received: applicationReceived,
    nothingSubmitted: { description: 'No application was needed', type: 'final' },
  },
});
