/** The second step: for each program the present plan and the plans it can change to (R §2, §4). */
import { CONSOLIDATION_FOOTNOTE, UNKNOWN, hasFootnote, planEntry, getPreferredName } from '#domain/plans/catalogue.ts';
import { COUNTS_TOWARD_PSLF, countsTowardPslf } from '#domain/plans/forgiveness.ts';
import type { PlanTotal } from '#domain/plans/shapes.ts';
import { isQuestionShown } from '#domain/repayment/term/qualification.ts';
import { type TermProgram, differentPlans, termPrograms } from '#domain/repayment/term/selection.ts';
import { termLabels, termMessages } from '#domain/repayment/term/messages.ts';
import type { termRepayment } from '#machines/repayment/term-repayment/term-repayment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  ConfirmDialog,
  Content,
  RadioGroup,
  type RadioOption,
  Stack,
} from '../../../ui/index.ts';
import { type FormFields, formFields } from '../../kit/form/form-fields.tsx';
import { PerMonth } from '../plans/Amounts.tsx';
import { DefaultedLoans } from '../plans/DefaultedLoans.tsx';
import { ViewDetails } from '../plans/PlanDialog.tsx';
import { ComparisonCard } from '../plans/comparison/ComparisonCard.tsx';
import { TermComparison } from '../plans/comparison/TermComparison.tsx';
import { PlanDetails } from './PlanDetails.tsx';
import { TermRepaymentStep } from './Steps.tsx';

type Running = NonNullable<ViewProps<typeof termRepayment>['children']['selectPlans']>;

interface ProgramProps {
  readonly own: TermProgram;
  readonly selectPlans: Running;
  readonly fields: FormFields<Running['state']['context']['form']['values']>;
}

function toRadioOption(
  { planName, total }: PlanTotal,
  { own, selectPlans: { send } }: ProgramProps,
): RadioOption<string> {
  const entry = planEntry(planName);
  const loanTypes = own.estimates.currentLoans.map(({ loanTypeGroup }) => loanTypeGroup);
  return {
    value: planName,
    label: getPreferredName(planName),
    aside: <PerMonth amount={total} />,
    description: (
      <Stack gap="small">
        {entry && <span>{entry.note}</span>}
        <span>Term: {entry?.term ?? UNKNOWN}</span>
        {countsTowardPslf(planName, own.program, loanTypes) && <span>{COUNTS_TOWARD_PSLF}.</span>}
      </Stack>
    ),
    slot: (
      <ViewDetails
        planName={planName}
        onOpen={() => send({ type: 'details.opened', program: own.program, planName })}
      />
    ),
  };
}

const withHeading = (heading: string) => (option: RadioOption<string>, index: number) =>
  index === 0 ? { ...option, heading: <h4 className="ui-radio-group__heading">{heading}</h4> } : option;

function Program(props: ProgramProps) {
  const { own, selectPlans, fields } = props;
  const { program, field, estimates } = own;
  const { currentRepaymentPlan: current } = estimates;
  const name = `Plans for your ${termLabels[field]}`;
  const toOption = (plan: PlanTotal) => toRadioOption(plan, props);
  const different = differentPlans(estimates).map(toOption).map(withHeading('Choose a Different Plan'));
  const value = selectPlans.state.context.form.values[field];
  return (
    <Card heading={name} headingLevel={3} divided>
      <RadioGroup
        name={field}
        legend={name}
        legendHidden
        variant="card"
        error={fields.findError(field)}
        value={value === '' ? undefined : value}
        options={[...(current === null ? [] : [toOption(current)].map(withHeading('Your Current Plan'))), ...different]}
        onChange={fields.onChange(field)}
      />
      {different.length === 0 && <p>There is no other term-based plan for your {program} loans.</p>}
    </Card>
  );
}

/** The warning before the borrower leaves an income-driven plan (R §2). */
function Warning({ selectPlans: { state, send } }: Pick<ProgramProps, 'selectPlans'>) {
  const dialog = {
    cancelLabel: 'Return to Application',
    onCancel: () => send({ type: 'leaving.declined' }),
    onConfirm: () => send({ type: 'leaving.confirmed' }),
    staysOnBackdrop: true,
  };
  if (state.matches({ comparing: { choice: 'confirmingLeavingIbr' } })) {
    return (
      <ConfirmDialog {...dialog} title="You Are Currently in an IBR Plan" confirmLabel="Exit My Income-Based Plan">
        <Content
          section="repayoptions"
          name="IBR-Warning"
          fallbackWhileLoading
          fallback={<p>To leave IBR you make one exit payment. Unpaid interest is added to your principal.</p>}
        />
      </ConfirmDialog>
    );
  }
  if (!state.matches({ comparing: { choice: 'confirmingLeavingIdr' } })) return null;
  return (
    <ConfirmDialog {...dialog} title="You Are Currently in an IDR Plan" confirmLabel="Exit My Income-Driven Plan">
      <Content
        section="repayoptions"
        name="IDR-Warning"
        fallbackWhileLoading
        fallback={<p>On a term-based plan your payment no longer depends on your income.</p>}
      />
    </ConfirmDialog>
  );
}

export function SelectPlans({ state: flow, send: sendFlow, children }: ViewProps<typeof termRepayment>) {
  const { selectPlans } = children;
  if (selectPlans === undefined) return null;
  const { state, send, children: running } = selectPlans;
  const { estimates, form, details } = state.context;
  const { balances, threshold, otherLoans } = flow.context;
  const fields = formFields({ form, send, labels: termLabels, messages: termMessages });
  const programs = termPrograms(estimates);
  const shown = programs.flatMap(({ estimates: own }) => [
    ...(own.currentRepaymentPlan === null ? [] : [own.currentRepaymentPlan.planName]),
    ...differentPlans(own).map(({ planName }) => planName),
  ]);
  return (
    <TermRepaymentStep step="Select Plans">
      {fields.panel}
      <h2>Eligible Programs</h2>
      <DefaultedLoans programs={programs.map(({ estimates: own }) => own)} />
      {programs.map((own) => (
        <Program key={own.program} {...{ own, selectPlans, fields }} />
      ))}
      {hasFootnote(shown) && <p>{CONSOLIDATION_FOOTNOTE}</p>}
      <ComparisonCard running={running.getPlanFacts}>
        {(facts) => (
          <TermComparison
            facts={facts}
            otherLoans={otherLoans}
            programs={programs.map(({ program, field }) => ({ program, name: termLabels[field] }))}
          />
        )}
      </ComparisonCard>
      <ButtonRow>
        <Button onClick={() => send({ type: 'continue.pressed' })}>Continue</Button>
        {balances !== null && isQuestionShown(balances, threshold) && (
          <Button variant="secondary" onClick={() => sendFlow({ type: 'previous.pressed' })}>
            Previous
          </Button>
        )}
      </ButtonRow>
      {details && (
        <PlanDetails
          {...{ estimates, otherLoans, details }}
          facts={running.getPlanFacts?.state.context.data ?? null}
          onClose={() => send({ type: 'details.closed' })}
        />
      )}
      <Warning selectPlans={selectPlans} />
    </TermRepaymentStep>
  );
}
