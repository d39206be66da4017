/** The income step: family size, income and other loans, and the estimates for them (R §2, §4 IDR, §5). */
import { assign, setup } from 'xstate';
import { toEstimatesRequest } from '#domain/repayment/idr/estimates.ts';
import * as rules from '#domain/repayment/idr/rules.ts';
import type { IdrEntry, IdrValues, OtherLoan } from '#domain/repayment/idr/shapes.ts';
import { plans } from '#domain/plans/calls.ts';
import type { PlanEstimates } from '#domain/plans/shapes.ts';
import { idrOtherLoan } from './idr-other-loan.machine.ts';
import { call } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { focusActions, focusOn } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { withAnswer, withEvent } from '../../kit/params.ts';
import { type EntryEvent, notify, notifyOfEntry } from '../../kit/relay.ts';
import { required } from '../../kit/failures.ts';

export interface IdrIncomeInput {
  readonly limits: rules.IdrLimits;
  readonly entry: IdrEntry;
}

/** The events that the machine sends to its parent. */
export type IdrIncomeEvent =
  | EntryEvent<'income', IdrEntry>
  /** The borrower returns to the previous step. */
  | { readonly type: 'income.left' }
  /** The machine of the dialog has stopped in error. */
  | { readonly type: 'income.failed' };

/** A loan is to be removed from the list, by its place in it, counted from 0. */
interface OtherLoanRemoved {
  readonly type: 'otherLoan.removed';
  readonly at: number;
}

interface Context extends Omit<IdrEntry, 'values'> {
  readonly limits: rules.IdrLimits;
  readonly form: Form<IdrValues>;
  /** Number of the spouse's loans that the last change of status or filing removed; null before any change. */
  readonly removed: number | null;
  readonly notice: 'couldNotEstimate' | null;
  readonly estimates: PlanEstimates | null;
}

/** The fields that decide whether the spouse's loans count. */
const FILING_FIELDS: readonly string[] = ['marriageStatus', 'taxFiling'];

function changesWith({ otherLoans }: Context, { field }: { readonly field: string }): Partial<Context> {
  if (!FILING_FIELDS.includes(field)) return { notice: null };
  const remaining = rules.withoutSpouseLoans(otherLoans);
  return { notice: null, otherLoans: remaining, removed: otherLoans.length - remaining.length };
}

const incomeForm = createForm<IdrValues, rules.IdrLimits>({
  schema: rules.idrSchema,
  normalize: (field, value) => (typeof value === 'string' ? rules.normalizeField(field, value) : value),
  validateOnChange: (field) => FILING_FIELDS.includes(field),
}).inMachine('form', {
  facts: (context: Context) => context.limits,
  changes: changesWith,
});

const toEntry = ({ form: { values }, otherLoans, confirmedAgi }: Context): IdrEntry => ({
  values,
  otherLoans,
  confirmedAgi,
});

/** The id of the list of other loans, as a field that takes the focus. */
const OTHER_LOANS = 'otherLoans';

export const idrIncome = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | OtherLoanRemoved
      | { type: 'otherLoan.requested' }
      | { type: 'agi.rejected' }
      | { type: 'agi.confirmed' }
      | { type: 'continue.pressed' }
      | { type: 'previous.pressed' },
    input: {} as IdrIncomeInput,
    output: {} as PlanEstimates,
    emitted: {} as FocusRequested,
    tags: {} as 'busy',
    children: {} as { addLoan: 'addLoan' },
  },
  actors: {
    addLoan: idrOtherLoan,
    getEstimates: call(plans.estimates),
  },
  guards: {
    ...incomeForm.guards,
    hasToConfirm: ({ context }) =>
      incomeForm.isComplete(context.form) && rules.needsConfirmation(toEntry(context), context.limits),
    isAdded: (_, { added }: { readonly added: OtherLoan | null }) => added !== null,
    isListed: ({ context: { otherLoans } }, { at }: OtherLoanRemoved) => otherLoans[at] !== undefined,
  },
  actions: {
    ...incomeForm.actions,
    ...notifyOfEntry('income', toEntry),
    notifyLeft: notify('income.left'),
    notifyFailed: notify('income.failed'),
    /** After the dialog the panel would reappear without being announced. The next Continue shows it again. */
    closePanel: assign({ form: ({ context: { form, limits } }) => incomeForm.withoutPanel(form, limits) }),
    addLoan: assign({
      otherLoans: ({ context: { otherLoans } }, { added }: { readonly added: OtherLoan | null }) =>
        added === null ? otherLoans : [...otherLoans, added],
      notice: null,
    }),
    removeLoan: assign({
      otherLoans: ({ context: { otherLoans } }, { at }: OtherLoanRemoved) =>
        otherLoans.filter((_, index) => index !== at),
      notice: null,
    }),
    setConfirmed: assign({ confirmedAgi: ({ context }) => context.form.values.agi }),
    setEstimates: assign({ estimates: (_, estimates: PlanEstimates) => estimates }),
    setCouldNotEstimate: assign({ notice: 'couldNotEstimate' }),
    clearNotice: assign({ notice: null }),
    ...focusActions,
  },
}).createMachine({
  id: 'idrIncome',
  description: 'The borrower enters family size, income and other loans, and plan payments are estimated for them',
  context: ({ input: { limits, entry } }) => ({
    limits,
    // Enter in the field continues without leaving it, so the stored income may not be normalized.
    form: incomeForm.start({ ...entry.values, agi: rules.normalizeField('agi', entry.values.agi) }, limits),
    otherLoans: entry.otherLoans,
    confirmedAgi: entry.confirmedAgi,
    removed: null,
    notice: null,
    estimates: null,
  }),
  output: ({ context }) => required(context.estimates, 'estimates'),
  initial: 'entering',
  states: {
    entering: {
      description: 'Family size and income are being entered',
      on: {
        'field.changed': incomeForm.onChange('notifyChanged'),
        'field.left': incomeForm.onLeave('notifyValidated'),
        'otherLoan.requested': { target: 'addingLoan', actions: 'closePanel' },
        'previous.pressed': { actions: 'notifyLeft' },
        'otherLoan.removed': {
          guard: withEvent('isListed'),
          actions: [withEvent('removeLoan'), 'notifyChanged', focusOn(OTHER_LOANS)],
        },
        'continue.pressed': [
          { guard: 'hasToConfirm', target: 'confirmingAgi' },
          ...incomeForm.onSubmit({ target: 'estimating', actions: 'clearNotice' }),
        ],
      },
    },
    confirmingAgi: {
      description: 'The income is unusually high; a dialog asks the borrower to confirm it',
      on: {
        'agi.rejected': { target: 'entering', actions: focusOn('agi') },
        'agi.confirmed': { target: 'estimating', actions: ['setConfirmed', 'notifyChanged'] },
      },
    },
    addingLoan: {
      description: 'Another loan is entered in a dialog',
      invoke: {
        id: 'addLoan',
        src: 'addLoan',
        input: ({ context }) => ({ asksOwner: rules.isMarriedJointly(context.form.values) }),
        onDone: [
          { guard: withAnswer('isAdded'), target: 'entering', actions: [withAnswer('addLoan'), 'notifyChanged'] },
          { target: 'entering' },
        ],
        onError: { target: 'entering', actions: 'notifyFailed' },
      },
    },
    estimating: {
      description: 'The payments of the plans are being estimated',
      tags: 'busy',
      invoke: {
        id: 'getEstimates',
        src: 'getEstimates',
        input: ({ context }) => ({ body: toEstimatesRequest(toEntry(context)) }),
        onDone: { target: 'estimated', actions: withAnswer('setEstimates') },
        onError: { target: 'entering', actions: ['setCouldNotEstimate', 'focusNotice'] },
      },
    },
    estimated: { description: 'The estimates are there', type: 'final' },
  },
});
