/**
 * Step 2: the benefits that the answers allow and, if a selected benefit postpones payments, the loans and the cost (R
 * §4 Military; ruling 68). The submission is idempotent. A borrower who is not on active duty sees a notice and can
 * only go back.
 */
import { Fragment } from 'react';
import {
  DUTY_START_LABEL,
  dutyStartHint,
  hostilePayLeftText,
  militaryMessages,
} from '#domain/repayment/military/messages.ts';
import {
  getApplicationKind,
  asksDutyStart,
  chosenBenefits,
  parseDutyStart,
  postponementIn,
  reducesInterest,
} from '#domain/repayment/military/rules.ts';
import { type Benefit, benefitNames } from '#domain/military-benefits.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import type { military } from '#machines/repayment/military/military.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  Checkbox,
  Content,
  DateField,
  Fieldset,
  Form,
  Notice,
  Stack,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { ApplicationButtons } from '../postponement/ApplicationButtons.tsx';
import { ApplicationWithCost } from '../postponement/ApplicationWithCost.tsx';
import { LoansInDefault } from '../postponement/LoansInDefault.tsx';
import { MilitaryStep } from './Steps.tsx';

type Props = ViewProps<typeof military>;

interface PartProps {
  readonly apply: NonNullable<Props['children']['apply']>;
  readonly onPrevious: () => void;
}

/** Managed content below each benefit. */
const ABOUT = {
  scra: <Content section="militarybenefits" name="benefit-scra" />,
  militaryDeferment: <Content section="militarybenefits" name="benefit-militaryDeferment" />,
  twelveMonthDeferment: <Content section="militarybenefits" name="benefit-twelveMonthDeferment" />,
  heroesAct: <Content section="militarybenefits" name="benefit-heroesAct" />,
  hostileDuty: <Content section="militarybenefits" name="benefit-hostileDuty" />,
  mandatoryForbearance: <Content section="militarybenefits" name="benefit-mandatoryForbearance" />,
} as const satisfies Record<Benefit, unknown>;

const NotEligible = ({ onPrevious }: Pick<PartProps, 'onPrevious'>) => (
  <>
    <Notice kind="warning" heading="You can't apply for these benefits">
      <Content
        section="militarybenefits"
        name="not-eligible"
        fallbackWhileLoading
        fallback={<p>These benefits are for people on active duty.</p>}
      />
    </Notice>
    <ButtonRow>
      <Button variant="secondary" onClick={onPrevious}>
        Previous
      </Button>
    </ButtonRow>
  </>
);

/** Benefits that reduce the interest during the pause. The cost counts them as if they were granted. */
const COUNTED = {
  scra: 'interest above 6 percent is forgiven on loans that you took out before active duty.',
  hostileDuty: 'no interest is added on the loans that it covers while you serve in such an area.',
} as const satisfies Partial<Record<Benefit, string>>;

const Counted = ({ chosen }: { readonly chosen: readonly Benefit[] }) =>
  chosen.filter(reducesInterest).map((benefit) => (
    <p key={benefit}>
      This counts the benefit {benefitNames[benefit]}. If we grant it, you owe less: {COUNTED[benefit]}
    </p>
  ));

/** Text below a benefit, with the months that are left if they are limited. */
const About = ({ benefit, left }: { readonly benefit: Benefit; readonly left: number | undefined }) => (
  <>
    {ABOUT[benefit]}
    {benefit === 'hostileDuty' && left !== undefined && <p>{hostilePayLeftText(left)}</p>}
  </>
);

/** Replaces the loans if no selected benefit postpones payments. */
function NothingPostponed({ apply: { state } }: Pick<PartProps, 'apply'>) {
  const { form, groups, offered } = state.context;
  const postponing = offered.filter((benefit) => postponementIn([benefit]) !== null);
  return (
    <Stack>
      {chosenBenefits(form.values).length > 0 && <p>The benefits you chose don't pause your payments.</p>}
      {postponing.map((benefit) => (
        <p key={benefit}>Choose {benefitNames[benefit]} to see which loans it would pause and what that costs.</p>
      ))}
      {groups.eligibleGroups.length === 0 && (
        <>
          <Content
            section="militarybenefits"
            name="all-groups-ineligible"
            fallbackWhileLoading
            fallback={<p>None of your loans qualify for a military deferment or forbearance.</p>}
          />
          <LoansInDefault groups={groups.ineligibleGroups} />
        </>
      )}
    </Stack>
  );
}

function Applying({ apply, onPrevious }: PartProps) {
  const { state, send, children } = apply;
  const { answers, today, form, offered, hostilePayMonthsLeft: left, groups, notice } = state.context;
  const chosen = chosenBenefits(form.values);
  const isPostponing = postponementIn(chosen) !== null;
  const isBusy = state.hasTag('busy');
  const { tick, text, panel } = formFields({
    form,
    send,
    labels: { ...benefitNames, dutyStart: DUTY_START_LABEL },
    messages: militaryMessages,
    disabled: isBusy,
  });
  return (
    <Form onSubmit={() => send({ type: 'continue.pressed' })}>
      <ApplicationWithCost
        name={applicationKindNames[getApplicationKind(chosen)]}
        loans={isPostponing ? { covered: groups.eligibleGroups, notCovered: groups.ineligibleGroups } : null}
        withoutLoans={<NothingPostponed apply={apply} />}
        notice={notice}
        submission={children.submitMilitary}
        hasCheckFailed={state.matches({ postponing: { application: 'outcomeCheckFailed' } })}
        onRetry={() => send({ type: 'retry.requested' })}
        cost={children.getCost}
        isCostStopped={state.matches({ postponing: { cost: { postponingPayments: 'costNotShown' } } })}
        counted={<Counted chosen={chosen} />}
        panel={
          <>
            <Content
              section="militarybenefits"
              name="select-intro"
              fallbackWhileLoading
              fallback={<p>When you continue, you submit your application.</p>}
            />
            {panel}
            <Card>
              <Fieldset name="benefits" legend="Which benefits do you want to apply for?">
                <Stack>
                  {offered.map((benefit) => (
                    <Fragment key={benefit}>
                      <Checkbox {...tick(benefit)} description={<About benefit={benefit} left={left} />} />
                      {benefit === 'scra' && asksDutyStart(answers, chosen) && (
                        <DateField
                          {...text('dutyStart')}
                          hint={dutyStartHint(form.values.dutyStart, parseDutyStart(form.values.dutyStart, today))}
                          onLeave={undefined}
                        />
                      )}
                    </Fragment>
                  ))}
                  {answers.hostileDangerPay === true && left === 0 && <p>{hostilePayLeftText(left)}</p>}
                </Stack>
              </Fieldset>
            </Card>
          </>
        }
      >
        <ApplicationButtons isBusy={isBusy} onPrevious={onPrevious} />
      </ApplicationWithCost>
    </Form>
  );
}

export function SelectBenefit({ send, children: { apply } }: Props) {
  if (apply === undefined) return null;
  const props = { apply, onPrevious: () => send({ type: 'previous.pressed' }) };
  const isOnActiveDuty = apply.state.context.answers.activeDuty === true;
  return (
    <MilitaryStep current={1} sidebar={isOnActiveDuty ? 2 : 1}>
      {apply.state.matches('notEligible') ? <NotEligible {...props} /> : <Applying {...props} />}
    </MilitaryStep>
  );
}
