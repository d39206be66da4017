/** The Add Loan dialog: a loan with another servicer, or a loan of the spouse, is entered (R §5). */
import { assign, setup } from 'xstate';
import * as rules from '#domain/repayment/idr/rules.ts';
import type { OtherLoan, OtherLoanValues } from '#domain/repayment/idr/shapes.ts';
import type { FocusRequested } from '../../kit/events.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';

interface Context extends rules.OtherLoanDeps {
  readonly form: Form<OtherLoanValues>;
  /** The loan that was added; null where the dialog was canceled. */
  readonly added: OtherLoan | null;
}

const loanForm = createForm<OtherLoanValues, rules.OtherLoanDeps>({
  schema: rules.otherLoanSchema,
  normalize: (field, value) => (typeof value === 'string' ? rules.normalizeOtherLoan(field, value) : value),
  deriveOnChange: rules.otherLoanAfter,
  validateOnChange: (field) => field !== 'balance',
}).inMachine('form', { data: (context: Context) => context });

export const idrOtherLoan = setup({
  types: {
    context: {} as Context,
    events: {} as FormEvent | { type: 'add.pressed' } | { type: 'dialog.canceled' },
    input: {} as rules.OtherLoanDeps,
    output: {} as { readonly added: OtherLoan | null },
    emitted: {} as FocusRequested,
  },
  guards: loanForm.guards,
  actions: {
    ...loanForm.actions,
    setAdded: assign({ added: ({ context }) => rules.toOtherLoan(context.form.values) }),
  },
}).createMachine({
  id: 'idrOtherLoan',
  description: 'A loan with another servicer, or a loan of the spouse, is entered',
  context: ({ input }) => ({ ...input, form: loanForm.start(rules.startingOtherLoan(input), input), added: null }),
  output: ({ context: { added } }) => ({ added }),
  initial: 'entering',
  states: {
    entering: {
      description: 'The loan is being entered',
      on: {
        'field.changed': loanForm.onChange(),
        'field.left': loanForm.onLeave(),
        'add.pressed': loanForm.onSubmit({ target: 'added', actions: 'setAdded' }),
        'dialog.canceled': 'canceled',
      },
    },
    added: { description: 'The loan counts in the estimates', type: 'final' },
    canceled: { description: 'No loan was added', type: 'final' },
  },
});
