/**
 * Date and amounts of a payment (Y §2.1, §4.1, §4.2, §5.1). The machine reports the choices to its parent, so that the
 * parent can store them and restore them when the borrower returns.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { paymentReads } from '#domain/payments/read-calls.ts';
import type { Cutoff } from '#domain/payments/cutoff.ts';
import {
  deriveOnChange,
  deriveValues,
  restoredSchedule,
  scheduleSchema,
  settledSchedule,
  normalizeAmount,
} from '#domain/payments/schedule-form.ts';
import { type ScheduleInput, firstAmountField, isLaterDayChosen, startingSchedule } from '#domain/payments/schedule.ts';
import type { PayLink } from '#domain/payments/pay-link.ts';
import type { AfterCutoffDue } from '#domain/payments/shapes.ts';
import type { PaymentDraft, ScheduleValues } from '#domain/payments/submission-shapes.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { FieldChanged, Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { type EntryEvent, notifyOfEntry } from '../../kit/relay.ts';

/** Choices, and the messages about them. */
export interface ScheduleEntry {
  readonly form: Form<ScheduleValues>;
  /** Balances after today's cutoff, or null until a later date was chosen and they have loaded. */
  readonly cutoff: Cutoff | null;
}

export interface PaymentScheduleInput extends Omit<ScheduleInput, 'cutoff'> {
  /** First day for which balances after the cutoff apply (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** Id of the account requested by a link, which is listed first, or null. */
  readonly account: string | null;
  /** Choices from an earlier visit, or the initial ones: {@link startedSchedule}. */
  readonly entry: ScheduleEntry;
}

/** The events that the machine sends to its parent. */
export type PaymentScheduleEvent = EntryEvent<'schedule', ScheduleEntry>;

/** The fields are validated against the whole context. */
interface Context extends Omit<PaymentScheduleInput, 'entry'>, ScheduleEntry {}

export const scheduleForm = createForm<ScheduleValues, ScheduleInput>({
  schema: scheduleSchema,
  deriveOnChange,
  normalize: (field, value) =>
    typeof value === 'string' && field.startsWith('otherAmount.') ? normalizeAmount(value) : value,
}).inMachine('form', { facts: (context: Context) => context });

/** Transition for a changed field, which notifies the parent. */
const change = scheduleForm.onChange('notifyChanged');

/** Returns the initial choices: the defaults, or the earlier choices that are still valid. */
export function startedSchedule(
  facts: ScheduleInput,
  stored: PaymentDraft['values'] | null,
  link: PayLink | null,
): ScheduleEntry {
  const values = stored === null ? startingSchedule(facts, link) : restoredSchedule(facts, stored);
  return { form: scheduleForm.start(values, facts), cutoff: facts.cutoff };
}

const toEntry = ({ form, cutoff }: Context): ScheduleEntry => ({ form, cutoff });

/** Returns the choices that are still valid with other facts, validated against them. */
export function revalidatedSchedule(facts: ScheduleInput, { form }: ScheduleEntry): ScheduleEntry {
  const values = restoredSchedule(facts, { ...form.values });
  return { form: scheduleForm.revalidated(form, values, facts), cutoff: facts.cutoff };
}

/** Returns the choices, validated against the balances after the cutoff. */
function withCutoff(context: Context, items: readonly AfterCutoffDue[]): ScheduleEntry {
  const facts = { ...context, cutoff: { items, accrualEnd: context.accrualEnd } };
  const values = deriveValues(context.form.values, facts, context);
  return { form: scheduleForm.revalidated(context.form, values, facts), cutoff: facts.cutoff };
}

export const paymentSchedule = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'continue.pressed' },
    input: {} as PaymentScheduleInput,
    output: {} as ScheduleEntry,
    emitted: {} as FocusRequested,
    tags: {} as 'background',
  },
  actors: {
    getBalancesAfterCutoff: call(paymentReads.afterCutoff),
  },
  guards: {
    isLaterBalanceRequested: ({ context }) => context.cutoff === null && isLaterDayChosen(context.form.values, context),
    isNoLaterDayChosen: ({ context }) => !isLaterDayChosen(context.form.values, context),
    isOtherAmountChosen: (_, { value }: FieldChanged) => value === 'OtherAmount',
    ...scheduleForm.guards,
    isOnlyTheTotalMissing: ({ context }) => context.form.problems.every(({ field }) => field === 'total'),
  },
  actions: {
    ...scheduleForm.actions,
    ...notifyOfEntry('schedule', toEntry),
    settleForm: assign(({ context }) => ({
      form: scheduleForm.revalidated(context.form, settledSchedule(context.form.values, context.payment), context),
    })),
    setCutoff: assign(({ context }, items: readonly AfterCutoffDue[]) => withCutoff(context, items)),
    ...focusActions,
  },
}).createMachine({
  id: 'paymentSchedule',
  description: 'The borrower chooses the date of a payment and the amount for each account or group',
  context: ({ input: { entry, ...facts } }) => ({ ...facts, ...entry }),
  output: ({ context }) => toEntry(context),
  initial: 'choosingAmounts',
  states: {
    choosingAmounts: {
      description: 'The borrower chooses a date and amounts',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'A date after today requires the balances after the cutoff, which load once',
          always: { guard: 'isLaterBalanceRequested', target: 'fetchingLaterBalances' },
        },
        fetchingLaterBalances: {
          description: 'The balances after the cutoff are loading',
          tags: 'background',
          invoke: {
            id: 'getBalancesAfterCutoff',
            src: 'getBalancesAfterCutoff',
            input: {},
            onDone: {
              target: 'choosing',
              actions: [withAnswer('setCutoff'), 'notifyValidated'],
            },
            onError: 'withoutLaterBalances',
          },
        },
        withoutLaterBalances: {
          description:
            "Loading the balances after the cutoff failed: today's balances apply, and the screen says so; choosing a date after today tries again",
          always: { guard: 'isNoLaterDayChosen', target: 'choosing' },
        },
      },
      on: {
        'field.changed': [
          {
            guard: withEvent('isOtherAmountChosen'),
            actions: [...change.actions, focusOn(({ event }) => event.field.replace('option.', 'otherAmount.'))],
          },
          change,
        ],
        'field.left': scheduleForm.onLeave('notifyValidated'),
        'continue.pressed': [
          { guard: 'isFormComplete', target: 'amountsChosen', actions: 'settleForm' },
          {
            guard: 'isOnlyTheTotalMissing',
            actions: [
              'attemptForm',
              'notifyValidated',
              focusOn(({ context: { form, payment, account } }) => firstAmountField(form.values, payment, account)),
            ],
          },
          { actions: ['attemptForm', 'notifyValidated', 'focusErrors'] },
        ],
      },
    },

    amountsChosen: { description: 'A valid date and valid amounts are chosen', type: 'final' },
  },
});
