/** The dialog in which a loan with another servicer, or a loan of the spouse, is entered (R §5). */
import { idrFieldLabels, idrMessages, loanOwnerNames, programNames } from '#domain/repayment/idr/messages.ts';
import { PROGRAMS } from '#domain/repayment/idr/plans.ts';
import { getLoanTypes } from '#domain/repayment/idr/rules.ts';
import { LoanOwner } from '#domain/repayment/idr/shapes.ts';
import type { idrOtherLoan } from '#machines/repayment/idr/idr-other-loan.machine.ts';
import type { Running } from '#machines/kit/view.ts';
import { Button, ButtonRow, Dialog, Form, RadioGroup, Select, Stack, TextField } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';

export function AddLoan({ running: { state, send } }: { running: Running<typeof idrOtherLoan> }) {
  const { form, asksOwner } = state.context;
  const { values } = form;
  const { text, findError, onChange, panel } = formFields({
    form,
    send,
    labels: idrFieldLabels,
    messages: idrMessages,
  });
  const cancel = () => send({ type: 'dialog.canceled' });
  return (
    <Dialog title="Add Loan" onDismiss={cancel}>
      <Form onSubmit={() => send({ type: 'add.pressed' })}>
        <Stack gap="large">
          {panel}
          {asksOwner && (
            <RadioGroup
              name="borrower"
              legend={idrFieldLabels['borrower']}
              variant="inline"
              value={values.borrower === '' ? undefined : values.borrower}
              options={LoanOwner.options.map((value) => ({ value, label: loanOwnerNames[value] }))}
              onChange={onChange('borrower')}
              error={findError('borrower')}
            />
          )}
          <RadioGroup
            name="loanProgram"
            legend={idrFieldLabels['loanProgram']}
            value={values.loanProgram === '' ? undefined : values.loanProgram}
            options={PROGRAMS.map((value) => ({ value, label: programNames[value] }))}
            onChange={onChange('loanProgram')}
            error={findError('loanProgram')}
          />
          <Select
            {...text('loanType')}
            placeholder={values.loanProgram === '' ? 'Choose a loan program first' : 'Choose a loan type'}
            options={getLoanTypes(values.loanProgram).map((type) => ({ value: type, label: type }))}
          />
          <TextField {...text('balance')} inputMode="decimal" prefix="$" width="medium" />
        </Stack>
        <ButtonRow>
          <Button type="submit">Save Loan</Button>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
