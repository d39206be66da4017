/**
 * When, and how much on each account (Y §2.1, §4.1, §4.2, §5.1). The chart tells its parent what has been chosen, so that
 * it is there again when the borrower comes back, and can be kept.
 */
import { assign, emit, sendTo, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import type { Cutoff } from '#domain/payments/cutoff.ts';
import {
  followChange,
  followFacts,
  restoredSchedule,
  scheduleSchema,
  settledSchedule,
  tidyAmount,
} from '#domain/payments/schedule-form.ts';
import {
  type ScheduleFacts,
  firstAmountField,
  isLaterDayChosen,
  isOtherAmountChosen,
  startingSchedule,
} from '#domain/payments/schedule.ts';
import type { AfterCutoffDue, PaymentDraft, ScheduleValues } from '#domain/payments/shapes.ts';
import { call } from '../kit/effect.ts';
import type { FocusWanted } from '../kit/events.ts';
import { type FieldEntered, type FieldLeft, type Form, formOf } from '../kit/form.ts';
import { parentOf } from '../kit/parent.ts';
import { withAnswer, withEvent } from '../kit/params.ts';

/** What has been chosen, and what has been said of it. */
export interface ScheduleEntry {
  readonly form: Form<ScheduleValues>;
  /** What is owed after today's cutoff; null until a later day was chosen and it was fetched. */
  readonly cutoff: Cutoff | null;
}

export interface PaymentScheduleInput extends Omit<ScheduleFacts, 'cutoff'> {
  /** From which day balances after the cutoff count (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** What was chosen when the step was left, or what it starts with: {@link startedSchedule}. */
  readonly entry: ScheduleEntry;
}

/** What the chart tells its parent. */
export type PaymentScheduleNews =
  | { readonly type: 'schedule.entered'; readonly entry: ScheduleEntry }
  /** What is said of it has changed: an error shows, an amount was written tidily, the later balances are known. */
  | { readonly type: 'schedule.judged'; readonly entry: ScheduleEntry };

/** The context is what the fields are judged by, too. */
interface Context extends Omit<PaymentScheduleInput, 'entry'>, ScheduleEntry {}

export const scheduleForm = formOf<ScheduleValues, ScheduleFacts>({
  schema: scheduleSchema,
  follow: followChange,
  tidy: (field, value) => (typeof value === 'string' && field.startsWith('otherAmount.') ? tidyAmount(value) : value),
});

/** What the step starts with: everything at its default, or what was kept as far as it still holds. */
export function startedSchedule(facts: ScheduleFacts, kept: PaymentDraft['values'] | null): ScheduleEntry {
  const values = kept === null ? startingSchedule(facts) : restoredSchedule(facts, kept);
  return { form: scheduleForm.start(values, facts), cutoff: facts.cutoff };
}

const entryOf = ({ form, cutoff }: Context): ScheduleEntry => ({ form, cutoff });

/** The choices judged by the balances after the cutoff, now that they are known. */
function withCutoff(context: Context, items: readonly AfterCutoffDue[]): ScheduleEntry {
  const facts = { ...context, cutoff: { items, accrualEnd: context.accrualEnd } };
  const values = followFacts(context.form.values, facts, context);
  return { form: scheduleForm.rejudged(context.form, values, facts), cutoff: facts.cutoff };
}

export const paymentSchedule = setup({
  types: {
    context: {} as Context,
    events: {} as FieldEntered | FieldLeft | { type: 'continue.pressed' },
    input: {} as PaymentScheduleInput,
    output: {} as ScheduleEntry,
    emitted: {} as FocusWanted,
    tags: {} as 'background',
  },
  actors: {
    getBalancesAfterCutoff: call(payments.afterCutoff),
  },
  guards: {
    isLaterBalanceWanted: ({ context: { cutoff, form, today } }) =>
      cutoff === null && isLaterDayChosen(form.values, today),
    isNoLaterDayChosen: ({ context: { form, today } }) => !isLaterDayChosen(form.values, today),
    isOtherAmountChosen: (_, { field, value }: FieldEntered) => isOtherAmountChosen(field, value),
    isScheduleComplete: ({ context }) => scheduleForm.isComplete(context.form),
    isOnlyTheTotalMissing: ({ context }) => context.form.problems.every(({ field }) => field === 'total'),
  },
  actions: {
    enterField: assign(({ context }, event: FieldEntered) => ({
      form: scheduleForm.entered(context.form, event, context),
    })),
    leaveField: assign(({ context }, event: FieldLeft) => ({ form: scheduleForm.left(context.form, event, context) })),
    attemptForm: assign(({ context }) => ({ form: scheduleForm.attempted(context.form, context) })),
    settleForm: assign(({ context }) => ({
      form: scheduleForm.rejudged(context.form, settledSchedule(context.form.values, context.payment), context),
    })),
    keepCutoff: assign(({ context }, items: readonly AfterCutoffDue[]) => withCutoff(context, items)),
    tellEntered: sendTo(parentOf, ({ context }): PaymentScheduleNews => ({
      type: 'schedule.entered',
      entry: entryOf(context),
    })),
    tellJudged: sendTo(parentOf, ({ context }): PaymentScheduleNews => ({
      type: 'schedule.judged',
      entry: entryOf(context),
    })),
    focusErrors: emit({ type: 'focus.wanted', place: 'errors', delay: 200 }),
    focusFirstAmount: emit(({ context }): FocusWanted => ({
      type: 'focus.wanted',
      place: 'field',
      field: firstAmountField(context.form.values, context.payment),
      delay: 0,
    })),
    focusOtherAmount: emit((_, { field }: FieldEntered): FocusWanted => ({
      type: 'focus.wanted',
      place: 'field',
      field: field.replace('option.', 'otherAmount.'),
      delay: 0,
    })),
  },
}).createMachine({
  id: 'paymentSchedule',
  description: 'When a payment is made, and how much of it goes to each account or group',
  context: ({ input: { entry, ...facts } }) => ({ ...facts, ...entry }),
  output: ({ context }) => entryOf(context),
  initial: 'choosingAmounts',
  states: {
    choosingAmounts: {
      description: 'A day and amounts are being chosen',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'A payment after today is held against what is owed after the cutoff, which is fetched once',
          always: { guard: 'isLaterBalanceWanted', target: 'fetchingLaterBalances' },
        },
        fetchingLaterBalances: {
          description: 'What is owed after the cutoff is being fetched',
          tags: 'background',
          invoke: {
            id: 'getBalancesAfterCutoff',
            src: 'getBalancesAfterCutoff',
            input: {},
            onDone: {
              target: 'choosing',
              actions: [withAnswer('keepCutoff'), 'tellJudged'],
            },
            onError: 'withoutLaterBalances',
          },
        },
        withoutLaterBalances: {
          description:
            'What is owed after the cutoff could not be fetched: the balances of today stand, and that is said; after today, a later day asks again',
          always: { guard: 'isNoLaterDayChosen', target: 'choosing' },
        },
      },
      on: {
        'field.entered': [
          {
            guard: withEvent('isOtherAmountChosen'),
            actions: [withEvent('enterField'), 'tellEntered', withEvent('focusOtherAmount')],
          },
          { actions: [withEvent('enterField'), 'tellEntered'] },
        ],
        'field.left': { actions: [withEvent('leaveField'), 'tellJudged'] },
        'continue.pressed': [
          { guard: 'isScheduleComplete', target: 'amountsChosen', actions: 'settleForm' },
          { guard: 'isOnlyTheTotalMissing', actions: ['attemptForm', 'tellJudged', 'focusFirstAmount'] },
          { actions: ['attemptForm', 'tellJudged', 'focusErrors'] },
        ],
      },
    },

    amountsChosen: { description: 'A day and amounts that can be paid are chosen', type: 'final' },
  },
});
