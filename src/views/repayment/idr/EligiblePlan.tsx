/** The third step: the plans of each program, with the estimated payments, and a choice among them (R §2, §4 IDR). */
import { useState } from 'react';
import { programNames } from '#domain/repayment/idr/messages.ts';
import { PROGRAMS, type PlanCard, getEstimates, planCards, programPrefix } from '#domain/repayment/idr/plans.ts';
import { planTermsText, getPreferredName } from '#domain/plans/catalogue.ts';
import { COUNTS_TOWARD_PSLF, countsTowardPslf } from '#domain/plans/forgiveness.ts';
import type { LoanProgram, ProgramEstimates } from '#domain/plans/shapes.ts';
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  ConfirmDialog,
  Content,
  Disclosure,
  Notice,
  PhoneLink,
  RadioGroup,
  type RadioOption,
  Stack,
  Tag,
  usePages,
} from '../../../ui/index.ts';
import { LOWEST_NOW, PerMonth } from '../plans/Amounts.tsx';
import { DefaultedLoans } from '../plans/DefaultedLoans.tsx';
import { ViewDetails } from '../plans/PlanDialog.tsx';
import { ComparisonCard } from '../plans/comparison/ComparisonCard.tsx';
import { IncomeComparison } from '../plans/comparison/IncomeComparison.tsx';
import { PlanDetails } from './PlanDetails.tsx';
import { Step } from './Steps.tsx';

type Running = NonNullable<ViewProps<typeof idr>['children']['choosePlans']>;

const TERM_PLANS = '/repayment-options/term-repayment';

/** Whether the plan is recommended, and whether the borrower is on it; nothing for any other plan. */
function Role({ role, currentTotal }: Pick<PlanCard, 'role' | 'currentTotal'>) {
  if (role === 'other') return null;
  return (
    <ButtonRow>
      {role === 'recommended' && <Tag tone="success">{LOWEST_NOW}</Tag>}
      {currentTotal !== null && <Tag tone="info">Current plan</Tag>}
    </ButtonRow>
  );
}

interface ProgramProps {
  readonly program: LoanProgram;
  readonly own: ProgramEstimates;
  readonly choosePlans: Running;
}

function toRadioOption(card: PlanCard, { program, own, choosePlans: { send } }: ProgramProps): RadioOption<string> {
  const loanTypes = own.currentLoans.map(({ loanTypeGroup }) => loanTypeGroup);
  const { planName, total, currentTotal, isEstimate } = card;
  return {
    value: planName,
    label: getPreferredName(planName),
    aside: <PerMonth amount={total} />,
    description: (
      <Stack gap="small">
        <Role {...card} />
        {isEstimate && currentTotal !== null && (
          <span>
            You pay <PerMonth amount={currentTotal} /> now.
          </span>
        )}
        <span>{planTermsText(planName)}</span>
        {countsTowardPslf(planName, program, loanTypes) && <span>{COUNTS_TOWARD_PSLF}.</span>}
      </Stack>
    ),
    slot: <ViewDetails planName={planName} onOpen={() => send({ type: 'details.opened', program, planName })} />,
  };
}

function Program(props: ProgramProps) {
  const { program, own, choosePlans } = props;
  const { state, send } = choosePlans;
  const value = state.context.chosen[program] ?? undefined;
  const cards = planCards(own);
  const others = cards.filter(({ role }) => role === 'other');
  const [startsOpen] = useState(others.some(({ planName }) => planName === value));
  const prefix = programPrefix(programNames[program]);
  const choose = (planName: string) => send({ type: 'plan.chosen', program, planName });
  return (
    <Card heading={`Plans for your ${programNames[program]}`} divided>
      {cards.length === 0 && <p>No income-driven plan covers these loans.</p>}
      {cards.length > others.length && (
        <RadioGroup
          name={`${prefix}-plan`}
          legend={`Recommended and current plan for your ${programNames[program]}`}
          legendHidden
          variant="card"
          value={value}
          options={cards.filter(({ role }) => role !== 'other').map((card) => toRadioOption(card, props))}
          onChange={choose}
        />
      )}
      {others.length > 0 && (
        <Disclosure summary={`Other plans (${others.length})`} open={startsOpen}>
          <RadioGroup
            name={`${prefix}-other-plan`}
            legend={`Other plans for your ${programNames[program]}`}
            legendHidden
            variant="card"
            value={value}
            options={others.map((card) => toRadioOption(card, props))}
            onChange={choose}
          />
        </Disclosure>
      )}
    </Card>
  );
}

/** No income-driven plan is possible according to the estimates: shows the alternatives (ruling 29). */
function Ineligible({ onPrevious }: { onPrevious: () => void }) {
  const hasPage = usePages();
  return (
    <>
      <Notice kind="warning" heading="You don't qualify for an income-driven plan">
        <Content
          section="repayoptions"
          name="idr-ineligible"
          fallbackWhileLoading
          fallback={<p>Based on what you entered, none of your loans qualify for an income-driven plan.</p>}
        />
        {!hasPage(TERM_PLANS) && (
          <p>
            Other plans may lower your payment. Call us at <PhoneLink />.
          </p>
        )}
      </Notice>
      <ButtonRow>
        {hasPage(TERM_PLANS) && <ButtonLink href={TERM_PLANS}>Explore Term-Based Plans</ButtonLink>}
        <Button variant="secondary" onClick={onPrevious}>
          Previous
        </Button>
      </ButtonRow>
    </>
  );
}

/** Leaving IBR has a cost, which the borrower sees before continuing (R §4). */
const LeavingIbr = ({ choosePlans: { send } }: { choosePlans: Running }) => (
  <ConfirmDialog
    title="You Are Leaving Income-Based Repayment (IBR)"
    cancelLabel="Return to Plans"
    confirmLabel="Change My Income-Driven Plan"
    onCancel={() => send({ type: 'leaving.declined' })}
    onConfirm={() => send({ type: 'leaving.confirmed' })}
  >
    <Content
      section="repayoptions"
      name="idr-leaving-ibr"
      fallbackWhileLoading
      fallback={<p>When you leave IBR, interest that you haven&apos;t paid is added to your principal.</p>}
    />
  </ConfirmDialog>
);

export function EligiblePlan({ state: flow, children: { choosePlans } }: ViewProps<typeof idr>) {
  if (choosePlans === undefined) return null;
  const { state, send, children } = choosePlans;
  const { estimates, details } = state.context;
  const previous = () => send({ type: 'previous.pressed' });
  if (state.matches('ineligible')) {
    return (
      <Step step="Eligible Plan" context={flow.context}>
        <Ineligible onPrevious={previous} />
      </Step>
    );
  }
  return (
    <Step step="Eligible Plan" context={flow.context}>
      <Content section="repayoptions" name="idr-eligible-plan" />
      {estimates.enrolledInSaveAlt && (
        <Notice kind="warning">
          <Content
            section="repayoptions"
            name="idr-save-ended"
            fallbackWhileLoading
            fallback={<p>The SAVE plan has ended. Choose another plan.</p>}
          />
        </Notice>
      )}
      {estimates.enrolledInMultipleIdrPlans && (
        <Notice kind="info">
          <p>Your loans are on more than one income-driven plan. You can choose one plan for each loan program.</p>
        </Notice>
      )}
      <DefaultedLoans programs={PROGRAMS.map((program) => getEstimates(estimates, program))} />
      {PROGRAMS.map((program) => {
        const own = getEstimates(estimates, program);
        return own && <Program key={program} {...{ program, own, choosePlans }} />;
      })}
      <ComparisonCard running={children.getPlanFacts}>
        {(facts) => <IncomeComparison facts={facts} entry={flow.context.entry} limits={flow.context.limits} />}
      </ComparisonCard>
      <ButtonRow>
        <Button onClick={() => send({ type: 'continue.pressed' })}>Continue</Button>
        <Button variant="secondary" onClick={previous}>
          Previous
        </Button>
      </ButtonRow>
      {details && (
        <PlanDetails estimates={estimates} details={details} onClose={() => send({ type: 'details.closed' })} />
      )}
      {state.matches({ comparing: { choice: 'confirmingLeavingIbr' } }) && <LeavingIbr choosePlans={choosePlans} />}
    </Step>
  );
}
