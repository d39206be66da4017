/**
 * Second step of a military deferment (R §4, §5 Military). A borrower on active duty chooses among the benefits that
 * the answers allow, and submits once under a key (ruling 4). Any other borrower learns that they are not eligible.
 */
import { and, setup, stateIn } from 'xstate';
import type { CoveredGroups } from '#domain/repayment/postponement/shapes.ts';
import { military } from '#domain/repayment/military/calls.ts';
import * as rules from '#domain/repayment/military/rules.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { Benefit } from '#domain/military-benefits.ts';
import type { BenefitsForm } from '#domain/repayment/military/shapes.ts';
import { toSubmission } from '#domain/repayment/military/submission.ts';
import type { StoredSubmission } from '#domain/submission.ts';
import {
  type ApplicationEvent,
  type ApplicationInput,
  type ApplicationSubmission,
  applicationForm,
  applicationReceived,
  applicationSubmission,
  applicationTypes,
  postponing,
  postponingSetup,
  sentOnce,
  startingSubmission,
} from '../application/application.ts';
import { showingCost } from '../pause-cost/pause-cost.machine.ts';
import { call } from '../../kit/effect.ts';
import type { KeyMade } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { required } from '../../kit/failures.ts';
import { storedKey, submittingOnce } from '../../kit/submit-once.ts';

/** Selected benefits and submission so far. */
export interface MilitaryApplicationEntry {
  readonly chosen: readonly Benefit[];
  /** First day of active duty, as typed for SCRA. */
  readonly dutyStart: string;
  /** Idempotency key under which the application was sent, if it was. */
  readonly submission: StoredSubmission;
}

export interface MilitaryApplicationInput extends ApplicationInput, MilitaryApplicationEntry {
  readonly answers: rules.MilitaryAnswers;
  /** Business day. */
  readonly today: PlainDate;
  /** Benefits that the answers allow. */
  readonly offered: readonly Benefit[];
  /** Months without interest in hostile areas that are left; undefined if unknown. */
  readonly hostilePayMonthsLeft?: number | undefined;
  readonly groups: CoveredGroups;
}

/** Events that the machine sends to its parent. */
export type MilitaryApplicationEvent = ApplicationEvent<MilitaryApplicationEntry>;

interface Context
  extends
    Pick<MilitaryApplicationInput, 'answers' | 'today' | 'offered' | 'hostilePayMonthsLeft' | 'groups'>,
    ApplicationSubmission {
  readonly form: Form<BenefitsForm>;
}

const form = applicationForm<BenefitsForm, readonly Benefit[], Context>(
  {
    schema: rules.benefitsSchema,
    // Only offered benefits can be checked.
    deriveOnChange: (_, values, __, offered) => ({
      ...values,
      ...rules.benefitValues(rules.chosenBenefits(values), offered),
    }),
  },
  ({ offered }) => offered,
);

const toContext = ({ chosen, dutyStart, submission: stored, notice, ...input }: MilitaryApplicationInput): Context => ({
  ...input,
  ...startingSubmission(stored, notice),
  form: form.start({ ...rules.benefitValues(chosen, input.offered), dutyStart }, input.offered),
});

const chosenIn = ({ form: { values } }: Context): readonly Benefit[] => rules.chosenBenefits(values);

/** Returns the first day of active duty from which SCRA counts, with these values of the form. */
const scraStartIn = ({ answers, today, form: { values } }: Context, changed: Partial<BenefitsForm> = {}) =>
  rules.getScraStart(answers, { ...values, ...changed }, today);

const postponementIn = (context: Context) => rules.postponementIn(chosenIn(context));

const shared = postponingSetup((context: Context): MilitaryApplicationEntry => ({
  chosen: chosenIn(context),
  dutyStart: context.form.values.dutyStart,
  submission: storedKey(context),
}));

export const militarySubmission = applicationSubmission('militarySubmission', call(military.apply));

export const militaryApplication = setup({
  types: {
    ...applicationTypes,
    context: {} as Context,
    events: {} as FormEvent | KeyMade | { type: 'continue.pressed' } | { type: 'retry.requested' },
    input: {} as MilitaryApplicationInput,
    tags: {} as 'busy' | 'settled',
    children: {} as { getCost: 'getCost'; submitMilitary: 'submitMilitary' },
  },
  actors: { ...shared.actors, submitMilitary: militarySubmission },
  guards: {
    ...shared.guards,
    ...form.guards,
    isOnActiveDuty: ({ context: { answers } }) => answers.activeDuty === true,
    /** True if a checked benefit postpones payments (ruling 68). */
    isPostponing: ({ context }) => postponementIn(context) !== null,
    isPostponingNothing: ({ context }) => postponementIn(context) === null,
    /** True if the changed checkbox is of a benefit that reduces interest, so that the cost changes. */
    isInterestReduction: and([
      stateIn('#applying'),
      ({ event }) => event.type === 'field.changed' && rules.reducesInterest(event.field),
    ]),
    /** True if SCRA counts from another day than before, so that the cost changes. */
    isOtherScraStart: and([
      stateIn('#applying'),
      ({ context, event }) =>
        event.type === 'field.changed' &&
        event.field === 'dutyStart' &&
        scraStartIn(context, { dutyStart: String(event.value) }) !== scraStartIn(context),
    ]),
  },
  actions: { ...shared.actions, ...form.actions },
}).createMachine({
  id: 'militaryApplication',
  description: 'The borrower selects benefits, sees the covered loans and the cost, and submits the application once',
  context: ({ input }) => toContext(input),
  output: ({ context }) => context.received,
  initial: 'beginning',
  states: {
    beginning: {
      description: 'Chooses between an application and a refusal',
      always: [{ guard: 'isOnActiveDuty', target: 'postponing' }, { target: 'notEligible' }],
    },

    notEligible: {
      description:
        'The borrower is not on active duty, and the screen says that the benefits require it; the only way is back',
      tags: 'settled',
    },

    postponing: postponing('The borrower selects benefits beside the covered loans and the cost', {
      cost: {
        description: 'The loans and the cost follow the checked benefits',
        initial: 'postponingNothing',
        states: {
          postponingNothing: {
            description: 'No checked benefit pauses payments, so the screen shows no loans and no cost',
            always: { guard: 'isPostponing', target: 'postponingPayments' },
          },
          postponingPayments: {
            ...showingCost((context: Context) => {
              const { startDate, endDate } = context.answers;
              const dutyStart = scraStartIn(context);
              const benefits = chosenIn(context).filter(rules.reducesInterest);
              return {
                postponement: required(postponementIn(context), 'a benefit that pauses payments'),
                ...(startDate !== null && { startDate }),
                ...(endDate !== null && { endDate }),
                ...(dutyStart !== null && { dutyStart }),
                ...(benefits.length > 0 && { benefits }),
              };
            }),
            on: {
              'field.changed': [
                { guard: 'isInterestReduction', target: 'postponingPayments' },
                { guard: 'isOtherScraStart', target: 'postponingPayments' },
              ],
            },
            always: { guard: 'isPostponingNothing', target: 'postponingNothing' },
          },
        },
      },
      completing: 'The borrower submits the application once',
      applying: {
        description: 'The borrower selects at least one benefit',
        on: {
          'field.changed': form.onChange('notifyChanged'),
          'continue.pressed': form.onSubmit({ target: 'submitting', actions: 'clearNotice' }, 'clearNotice'),
        },
      },
      submitting: submittingOnce({
        ...sentOnce,
        actor: 'submitMilitary',
        request: (context: Context) => {
          const { answers } = context;
          return { body: toSubmission(answers, chosenIn(context), scraStartIn(context)) };
        },
      }),
    }),

    received: applicationReceived,
  },
});
