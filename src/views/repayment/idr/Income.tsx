/** The second step: family size, income and other loans (R §2, §5). */
import {
  filingAnnouncement,
  idrFieldLabels,
  idrMessages,
  marriageStatusNames,
  taxFilingNames,
} from '#domain/repayment/idr/messages.ts';
import { isMarriedJointly } from '#domain/repayment/idr/rules.ts';
import { MARRIAGE_STATUSES, TAX_FILINGS } from '#domain/repayment/idr/shapes.ts';
import { ZERO, formatUsd, parseTyped } from '#domain/money.ts';
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  Columns,
  ConfirmDialog,
  Content,
  Form,
  RadioGroup,
  Stack,
  TextField,
} from '../../../ui/index.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';
import { AddLoan } from './AddLoan.tsx';
import { OtherLoans } from './OtherLoans.tsx';
import { Step } from './Steps.tsx';

type Running = NonNullable<ViewProps<typeof idr>['children']['enterIncome']>;

const COULD_NOT_ESTIMATE =
  "We couldn't estimate your payments right now. What you entered is still here. Try again, or call us at {phone}.";

/** Marital status, and for married borrowers how they file. */
function Marriage({ income: { state, send } }: { income: Running }) {
  const { form, removed } = state.context;
  const { marriageStatus, taxFiling } = form.values;
  const disabled = state.hasTag('busy');
  const { onChange, findError } = formFields({ form, send, labels: idrFieldLabels, messages: idrMessages });
  return (
    <>
      <RadioGroup
        name="marriageStatus"
        legend={idrFieldLabels['marriageStatus']}
        value={marriageStatus === '' ? undefined : marriageStatus}
        options={MARRIAGE_STATUSES.map((value) => ({ value, label: marriageStatusNames[value], disabled }))}
        onChange={onChange('marriageStatus')}
        error={findError('marriageStatus')}
      />
      {marriageStatus === 'married' && (
        <RadioGroup
          name="taxFiling"
          legend={idrFieldLabels['taxFiling']}
          hint="How you filed, or will file, your federal income tax return"
          value={taxFiling}
          options={TAX_FILINGS.map((value) => ({ value, label: taxFilingNames[value], disabled }))}
          onChange={onChange('taxFiling')}
        />
      )}
      {/* Tells screen readers which options came or went, and that loans went with them (R §4). */}
      <div aria-live="polite" className="ui-sr">
        {removed !== null && marriageStatus !== '' && filingAnnouncement({ marriageStatus, taxFiling, removed })}
      </div>
    </>
  );
}

function FamilyAndIncome({ income }: { income: Running }) {
  const { state, send } = income;
  const { form } = state.context;
  const { text } = formFields({
    form,
    send,
    labels: idrFieldLabels,
    messages: idrMessages,
    disabled: state.hasTag('busy'),
  });
  return (
    <Card heading="Family Size and Income">
      <Stack gap="large">
        <Marriage income={income} />
        <Columns of="fields">
          <TextField
            {...text('childDependents')}
            inputMode="numeric"
            width="short"
            hint="Children you claim on your tax return"
          />
          <TextField
            {...text('adultDependents')}
            inputMode="numeric"
            width="short"
            hint="Other people you claim on your tax return. Don't count yourself or your spouse"
          />
        </Columns>
        <TextField
          {...text('agi')}
          inputMode="decimal"
          prefix="$"
          width="medium"
          hint={
            isMarriedJointly(form.values)
              ? "For a year, yours and your spouse's together: line 11 of your federal tax return (Form 1040)"
              : 'For a year: line 11 of your federal tax return (Form 1040)'
          }
        />
      </Stack>
    </Card>
  );
}

/** The income is so high that it may be a slip (R §5). */
const ConfirmIncome = ({ income: { state, send } }: { income: Running }) => (
  <ConfirmDialog
    title={`Did you mean to enter ${formatUsd(parseTyped(state.context.form.values.agi) ?? ZERO)}?`}
    cancelLabel="No"
    confirmLabel="Yes"
    onCancel={() => send({ type: 'agi.rejected' })}
    onConfirm={() => send({ type: 'agi.confirmed' })}
  >
    <p>Your payment depends on this amount. It's your income for a whole year, before the standard deduction.</p>
  </ConfirmDialog>
);

export function Income({ state: flow, children: { enterIncome: income } }: ViewProps<typeof idr>) {
  if (income === undefined) return null;
  const { state, send, children } = income;
  const { form, otherLoans, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { panel } = formFields({ form, send, labels: idrFieldLabels, messages: idrMessages });
  return (
    <Step step="Income" context={flow.context}>
      <Content section="repayoptions" name="idr-income" />
      <FormNotice text={notice && COULD_NOT_ESTIMATE} />
      {panel}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <FamilyAndIncome income={income} />
        <OtherLoans
          loans={otherLoans}
          isMarriedJointly={isMarriedJointly(form.values)}
          disabled={isBusy}
          onAdd={() => send({ type: 'otherLoan.requested' })}
          onRemove={(at) => send({ type: 'otherLoan.removed', at })}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Estimating your payments…">
            Continue
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
      {state.matches('confirmingAgi') && <ConfirmIncome income={income} />}
      {children.addLoan && <AddLoan running={children.addLoan} />}
    </Step>
  );
}
