/**
 * When, and how much on each account (Y §2.1, §4.1, §4.2, §5.1). The machine notifies its parent of what has been chosen, so that
 * it is there again when the borrower comes back, and can be kept.
 */
import { assign, setup } from 'xstate';
import type { PlainDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import type { Cutoff } from '#domain/payments/cutoff.ts';
import {
  deriveOnChange,
  deriveFromFacts,
  restoredSchedule,
  scheduleSchema,
  settledSchedule,
  normalizeAmount,
} from '#domain/payments/schedule-form.ts';
import {
  type ScheduleFacts,
  firstAmountField,
  isLaterDayChosen,
  isOtherAmountChosen,
  startingSchedule,
} from '#domain/payments/schedule.ts';
import type { PayLink } from '#domain/payments/pay-link.ts';
import type { AfterCutoffDue, PaymentDraft, ScheduleValues } from '#domain/payments/shapes.ts';
import { call } from '../kit/effect.ts';
import type { FocusWanted } from '../kit/events.ts';
import { ERRORS_DELAY, focusField, focusOn } from '../kit/focus.ts';
import type { FieldChanged, Form, FormEvent } from '../kit/form.ts';
import { createForm } from '../kit/form-machine.ts';
import { withAnswer, withEvent } from '../kit/params.ts';
import { type EntryEvent, notifyOfEntry } from '../kit/relay.ts';

/** What has been chosen, and what has been said of it. */
export interface ScheduleEntry {
  readonly form: Form<ScheduleValues>;
  /** What is owed after today's cutoff; null until a later day was chosen and it was fetched. */
  readonly cutoff: Cutoff | null;
}

export interface PaymentScheduleInput extends Omit<ScheduleFacts, 'cutoff'> {
  /** From which day balances after the cutoff count (Y §4.2). */
  readonly accrualEnd: PlainDate;
  /** The id of the account for which a link asked, which is listed first; null for none. */
  readonly account: string | null;
  /** What was chosen when the step was left, or what it starts with: {@link startedSchedule}. */
  readonly entry: ScheduleEntry;
}

/** The events that the machine sends to its parent. */
export type PaymentScheduleEvent = EntryEvent<'schedule', ScheduleEntry>;

/** The context is what the fields are validated against, too. */
interface Context extends Omit<PaymentScheduleInput, 'entry'>, ScheduleEntry {}

export const scheduleForm = createForm<ScheduleValues, ScheduleFacts>({
  schema: scheduleSchema,
  deriveOnChange,
  normalize: (field, value) =>
    typeof value === 'string' && field.startsWith('otherAmount.') ? normalizeAmount(value) : value,
}).inMachine('form', { facts: (context: Context) => context, errorsDelay: ERRORS_DELAY });

/** A field changes, and the parent is notified. */
const change = scheduleForm.onChange('notifyChanged');

/** Returns what the step starts with: its defaults, or the choices that were kept as far as they still hold. */
export function startedSchedule(
  facts: ScheduleFacts,
  kept: PaymentDraft['values'] | null,
  link: PayLink | null,
): ScheduleEntry {
  const values = kept === null ? startingSchedule(facts, link) : restoredSchedule(facts, kept);
  return { form: scheduleForm.start(values, facts), cutoff: facts.cutoff };
}

const entryOf = ({ form, cutoff }: Context): ScheduleEntry => ({ form, cutoff });

/** The choices validated against the balances after the cutoff, now that they are known. */
function withCutoff(context: Context, items: readonly AfterCutoffDue[]): ScheduleEntry {
  const facts = { ...context, cutoff: { items, accrualEnd: context.accrualEnd } };
  const values = deriveFromFacts(context.form.values, facts, context);
  return { form: scheduleForm.revalidated(context.form, values, facts), cutoff: facts.cutoff };
}

export const paymentSchedule = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'continue.pressed' },
    input: {} as PaymentScheduleInput,
    output: {} as ScheduleEntry,
    emitted: {} as FocusWanted,
    tags: {} as 'background',
  },
  actors: {
    getBalancesAfterCutoff: call(payments.afterCutoff),
  },
  guards: {
    isLaterBalanceWanted: ({ context }) => context.cutoff === null && isLaterDayChosen(context.form.values, context),
    isNoLaterDayChosen: ({ context }) => !isLaterDayChosen(context.form.values, context),
    isOtherAmountChosen: (_, { field, value }: FieldChanged) => isOtherAmountChosen(field, value),
    ...scheduleForm.guards,
    isOnlyTheTotalMissing: ({ context }) => context.form.problems.every(({ field }) => field === 'total'),
  },
  actions: {
    ...scheduleForm.actions,
    ...notifyOfEntry('schedule', entryOf),
    settleForm: assign(({ context }) => ({
      form: scheduleForm.revalidated(context.form, settledSchedule(context.form.values, context.payment), context),
    })),
    keepCutoff: assign(({ context }, items: readonly AfterCutoffDue[]) => withCutoff(context, items)),
    focusField,
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
              actions: [withAnswer('keepCutoff'), 'notifyValidated'],
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

    amountsChosen: { description: 'A day and amounts that can be paid are chosen', type: 'final' },
  },
});
