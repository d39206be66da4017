/** The last step: the loans under the chosen plans, and the data needed to apply at the federal site (R §2, §4 IDR). */
import { idrFieldLabels, marriageStatusNames, programNames, taxFilingNames } from '#domain/repayment/idr/messages.ts';
import { PROGRAMS, getEstimates, loansUnder, planCards } from '#domain/repayment/idr/plans.ts';
import type { ChosenPlans, IdrEntry, IdrValues } from '#domain/repayment/idr/shapes.ts';
import { formatUsd, parseTyped } from '#domain/money.ts';
import { getPreferredName } from '#domain/plans/catalogue.ts';
import type { LoanProgram, PlanEstimates, ProgramEstimates } from '#domain/plans/shapes.ts';
import type { idr } from '#machines/repayment/idr/idr.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  Content,
  Disclosure,
  Notice,
  Stack,
  SummaryList,
  type SummaryRow as Fact,
  TextLink,
} from '../../../ui/index.ts';
import { PerMonth } from '../plans/Amounts.tsx';
import { PlanLoansTable } from './PlanLoans.tsx';
import { Step } from './Steps.tsx';

interface ProgramProps {
  readonly program: LoanProgram;
  readonly own: ProgramEstimates;
  readonly planName: string;
}

/** The loans of a program under the plan that was chosen for it. */
function ProgramSummary({ program, own, planName }: ProgramProps) {
  const card = planCards(own).find((each) => each.planName === planName);
  const { covered, notCovered } = loansUnder(own, planName);
  if (card === undefined) return null;
  const { currentTotal, isEstimate, total } = card;
  return (
    <Card heading={programNames[program]}>
      <SummaryList
        layout="columns"
        rows={[
          { label: currentTotal === null ? 'Your new plan' : 'You stay on', value: getPreferredName(planName) },
          { label: isEstimate ? 'Estimated payment' : 'Current payment', value: <PerMonth amount={total} /> },
        ]}
      />
      <PlanLoansTable caption={`Your ${programNames[program]} on this plan`} rows={covered} hasEstimates={isEstimate} />
      {notCovered.length > 0 && (
        <Disclosure summary={`Loans that stay on their plan (${notCovered.length})`} open>
          <PlanLoansTable
            caption={`Your ${programNames[program]} that stay on their plan`}
            rows={notCovered}
            hasEstimates={false}
          />
        </Disclosure>
      )}
    </Card>
  );
}

/** The plan that was chosen for each program, with its loans. */
const Plans = ({ estimates, chosen }: { readonly estimates: PlanEstimates; readonly chosen: ChosenPlans }) =>
  PROGRAMS.map((program) => {
    const own = getEstimates(estimates, program);
    const planName = chosen[program];
    return own && planName !== null && <ProgramSummary key={program} {...{ program, own, planName }} />;
  });

/** Formats an amount as typed, with its dollar sign and commas. */
const formatAmount = (typed: string): string => {
  const amount = parseTyped(typed);
  return amount === undefined ? typed : formatUsd(amount);
};

/** Returns the borrower's input here that the federal site asks for again. */
const toRows = (
  { marriageStatus, taxFiling, childDependents, adultDependents, agi }: IdrValues,
  otherLoans: IdrEntry['otherLoans'],
): readonly Fact[] => [
  ...(marriageStatus === ''
    ? []
    : [{ label: idrFieldLabels['marriageStatus'] ?? '', value: marriageStatusNames[marriageStatus] }]),
  ...(marriageStatus === 'married'
    ? [{ label: idrFieldLabels['taxFiling'] ?? '', value: taxFilingNames[taxFiling] }]
    : []),
  { label: idrFieldLabels['childDependents'] ?? '', value: childDependents },
  { label: idrFieldLabels['adultDependents'] ?? '', value: adultDependents },
  { label: idrFieldLabels['agi'] ?? '', value: formatAmount(agi) },
  ...otherLoans.map(({ borrower, loanType, balance }, at) => ({
    key: String(at),
    label: borrower === 'spouse' ? "Your spouse's loan" : 'Loan with another servicer',
    value: `${loanType}, ${formatAmount(balance)}`,
  })),
];

const EMAIL_SENT = 'We sent you an email that says how to apply.';
const NOT_SENT = "We couldn't send you the email on how to apply. You can apply without it.";

export function Apply({ state, send }: ViewProps<typeof idr>) {
  const { context } = state;
  const { estimates, chosen, entry, email, site } = context;
  if (estimates === null) return null;
  const previous = () => send({ type: 'previous.pressed' });
  if (state.matches({ applying: 'keepingPlans' })) {
    return (
      <Step step="Apply" context={context}>
        <Notice kind="info" heading="You don't need to do anything">
          <p>You keep your current plan, so there is nothing to apply for. Keep making your payments.</p>
        </Notice>
        <Plans {...{ estimates, chosen }} />
        <ButtonRow>
          <ButtonLink href="/dashboard">Return to Dashboard</ButtonLink>
          <Button variant="secondary" onClick={previous}>
            Previous
          </Button>
        </ButtonRow>
      </Step>
    );
  }
  const isBusy = state.hasTag('busy');
  const hasOpened = state.matches({ applying: { waiting: 'opened' } });
  return (
    <Step step="Apply" context={context}>
      <Notice kind="warning" heading="You haven't applied yet">
        <Content
          section="repayoptions"
          name="idr-apply"
          fallbackWhileLoading
          fallback={<p>We don&apos;t send an application for you. You apply at the federal site.</p>}
        />
      </Notice>
      <Plans {...{ estimates, chosen }} />
      <Card heading="What you'll be asked for">
        <Stack>
          <p>The federal site asks for these again. Have them ready, or print this page.</p>
          <SummaryList rows={toRows(entry.values, entry.otherLoans)} />
        </Stack>
      </Card>
      {state.matches({ applying: { waiting: 'blocked' } }) && (
        <Notice kind="warning" id="notice" heading="Your browser didn't open a new tab">
          <p>
            Open it yourself:{' '}
            <TextLink href={site.url} newTab>
              {site.name}
            </TextLink>
          </p>
        </Notice>
      )}
      {hasOpened && (
        <Notice kind="success">
          <p>
            The application is open in another tab. We hear from the federal site once you have sent it; until then,
            keep making your payments. {email === 'sent' && EMAIL_SENT} {email === 'notSent' && NOT_SENT}
          </p>
        </Notice>
      )}
      <p>The application opens in a new tab. This page stays open.</p>
      <ButtonRow>
        <Button
          busy={isBusy}
          busyText="Opening the application…"
          icon="launch"
          onClick={() => send({ type: 'site.requested' })}
        >
          Apply at {site.name}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={previous}>
          Previous
        </Button>
      </ButtonRow>
    </Step>
  );
}
