/** The first step: does the borrower have loans with other servicers, and with which balances (R §2, §5)? */
import { termLabels, termMessages } from '#domain/repayment/term/messages.ts';
import type { termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Fieldset, Form, RadioGroup, Stack, TextField } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { TermRepaymentStep } from './Steps.tsx';

const OPTIONS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

const BALANCES = ['directLoanBalance', 'ffelLoanBalance'] as const;

export function Qualification({ children: { qualify } }: ViewProps<typeof termRepayment>) {
  if (qualify === undefined) return null;
  const { state, send } = qualify;
  const { form } = state.context;
  const isBusy = state.hasTag('busy');
  const fields = formFields({ form, send, labels: termLabels, messages: termMessages, disabled: isBusy });
  const { hasOtherLoans } = form.values;
  return (
    <TermRepaymentStep step="Qualification">
      <Content section="repayoptions" name="Step1-Subheading" />
      {fields.panel}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <Card>
          <Stack gap="large">
            <RadioGroup
              name="hasOtherLoans"
              legend="Do you have federal student loans with other servicers?"
              hint={<Content section="repayoptions" name="Other-Loans" />}
              error={fields.findError('hasOtherLoans')}
              value={hasOtherLoans === '' ? undefined : hasOtherLoans}
              options={OPTIONS.map((option) => ({ ...option, disabled: isBusy }))}
              onChange={fields.onChange('hasOtherLoans')}
              variant="inline"
            />
            {hasOtherLoans === 'yes' && (
              <Fieldset
                name="otherLoanBalances"
                legend="What you owe to other servicers"
                hint={<Content section="repayoptions" name="Other-Loan-Balance" />}
              >
                {BALANCES.map((name) => (
                  <TextField
                    key={name}
                    {...fields.text(name)}
                    optional
                    prefix="$"
                    inputMode="decimal"
                    autoComplete="off"
                    width="short"
                  />
                ))}
              </Fieldset>
            )}
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Finding your plans…">
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </TermRepaymentStep>
  );
}
