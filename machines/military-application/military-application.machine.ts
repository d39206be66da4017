/**
 * The second step of a military deferment (R §4, §5 Military): who is on active duty chooses among the benefits that the
 * answers allow, and submits once under a key (ruling 4). Everybody else is told that they are not eligible.
 */
import { setup } from 'xstate';
import type { CoveredGroups } from '#domain/postponement/shapes.ts';
import { military } from '#domain/military/calls.ts';
import * as rules from '#domain/military/rules.ts';
import type { Benefit, BenefitValues } from '#domain/military/shapes.ts';
import { submissionOf as bodyOf } from '#domain/military/submission.ts';
import type { ApplicationAnswer } from '#domain/postponement/shapes.ts';
import type { KeptSubmission } from '#domain/submission.ts';
import {
  type ApplicationSubmission,
  applicationActions,
  costActions,
  hasBeenSent,
  isReceived,
  makingSubmissionKey,
  outcomeNotKnown,
  resuming,
  settling,
  showingCost,
  startingSubmission,
  submissionEnds,
  submissionOf,
} from '../kit/application.ts';
import { call, effects } from '../kit/effect.ts';
import type { FailureIgnored, FocusWanted } from '../kit/events.ts';
import { ERRORS_DELAY } from '../kit/focus.ts';
import type { Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { type EntryEvent, notifyOfEntry } from '../kit/relay.ts';
import { required } from '../kit/required.ts';
import { submission } from '../kit/submission.machine.ts';
import { pauseCost } from '../pause-cost/pause-cost.machine.ts';

/** What has been chosen so far. */
export interface MilitaryApplicationEntry {
  readonly chosen: readonly Benefit[];
  /** The key under which the application is submitted, and whether it has been sent. */
  readonly submission: KeptSubmission;
}

export interface MilitaryApplicationInput extends MilitaryApplicationEntry {
  readonly answers: rules.MilitaryAnswers;
  /** The benefits that the answers allow. */
  readonly offered: readonly Benefit[];
  readonly groups: CoveredGroups;
}

/** The event that the machine sends to its parent. */
export type MilitaryApplicationEvent = EntryEvent<'application', MilitaryApplicationEntry>;

interface Context extends Pick<MilitaryApplicationInput, 'answers' | 'offered' | 'groups'>, ApplicationSubmission {
  readonly form: Form<BenefitValues>;
}

const benefitsForm = createForm<BenefitValues, readonly Benefit[]>({
  schema: rules.benefitsSchema,
  // What is not offered cannot be ticked.
  deriveOnChange: (_, values, __, offered) => rules.benefitValues(rules.chosenBenefits(values), offered),
}).inMachine('form', {
  facts: ({ offered }: Context) => offered,
  // Another application has another key.
  changes: () => ({ submission: null, notice: null }),
  errorsDelay: ERRORS_DELAY,
});

const contextOf = ({ chosen, submission: kept, ...input }: MilitaryApplicationInput): Context => ({
  ...input,
  ...startingSubmission(kept),
  form: benefitsForm.start(rules.benefitValues(chosen, input.offered), input.offered),
});

const chosenIn = ({ form: { values } }: Context): readonly Benefit[] => rules.chosenBenefits(values);

const postponementIn = (context: Context) => rules.postponementIn(chosenIn(context));

export const militarySubmission = submission('militarySubmission', { send: call(military.apply), ...settling });

export const militaryApplication = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'continue.pressed' } | { type: 'retry.wanted' },
    input: {} as MilitaryApplicationInput,
    /** Null only where a server has accepted without an answer, which its schema does not allow. */
    output: {} as ApplicationAnswer | null,
    emitted: {} as FocusWanted | FailureIgnored,
    tags: {} as 'busy' | 'settled',
    children: {} as { getCost: 'getCost'; submitMilitary: 'submitMilitary' },
  },
  actors: {
    getCost: pauseCost,
    makeSubmissionKey: effects['key.make'],
    submitMilitary: militarySubmission,
  },
  guards: {
    ...benefitsForm.guards,
    isOnActiveDuty: ({ context: { answers } }) => answers.activeDuty === true,
    /** A benefit that postpones payments is ticked (ruling 68). */
    isPostponing: ({ context }) => postponementIn(context) !== null,
    isPostponingNothing: ({ context }) => postponementIn(context) === null,
    hasBeenSent,
    isReceived,
  },
  actions: {
    ...benefitsForm.actions,
    ...applicationActions,
    ...costActions,
    ...notifyOfEntry('application', (context: Context): MilitaryApplicationEntry => ({
      chosen: chosenIn(context),
      submission: context.submission,
    })),
  },
}).createMachine({
  id: 'militaryApplication',
  description: 'Which benefits are applied for, the loans that would be postponed, and what that costs; submitted once',
  context: ({ input }) => contextOf(input),
  output: ({ context }) => context.received,
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Is the borrower on active duty?',
      always: [{ guard: 'isOnActiveDuty', target: 'postponing' }, { target: 'notEligible' }],
    },

    notEligible: {
      description: 'These benefits are for people on active duty, which is said; the only way is back',
      tags: 'settled',
    },

    postponing: {
      description: 'Benefits are chosen beside the loans that would be postponed, and what that costs',
      type: 'parallel',
      states: {
        cost: {
          description: 'The loans and the cost follow the benefits that are ticked',
          initial: 'postponingNothing',
          states: {
            postponingNothing: {
              description: 'No ticked benefit postpones payments: no loans and no cost are shown',
              always: { guard: 'isPostponing', target: 'postponingPayments' },
            },
            postponingPayments: {
              ...showingCost((context: Context) => {
                const { startDate, endDate } = context.answers;
                return {
                  postponement: required(postponementIn(context), 'a benefit that postpones payments'),
                  ...(startDate !== null && { startDate }),
                  ...(endDate !== null && { endDate }),
                };
              }),
              always: { guard: 'isPostponingNothing', target: 'postponingNothing' },
            },
          },
        },
        application: {
          description: 'The application is submitted once',
          initial: 'resuming',
          states: {
            resuming,
            applying: {
              id: 'applying',
              description: 'The benefits are being chosen: at least one',
              on: {
                'field.changed': benefitsForm.onChange('notifyChanged'),
                // A notice goes with the tick that is taken away, so that it never stands above an error.
                'continue.pressed': benefitsForm.onSubmit({ target: 'makingSubmissionKey', actions: 'clearNotice' }),
              },
            },
            makingSubmissionKey,
            submitting: {
              description: 'The application is under way, or the server is asked what became of it',
              tags: 'busy',
              invoke: {
                id: 'submitMilitary',
                src: 'submitMilitary',
                input: ({ context }) => submissionOf(context, bodyOf(context.answers, chosenIn(context))),
                ...submissionEnds,
              },
            },
            outcomeNotKnown,
          },
        },
      },
    },

    received: { id: 'applicationReceived', description: 'The servicer has the application', type: 'final' },
  },
});
