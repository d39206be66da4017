/**
 * The second step: the benefits that the answers allow, the loans that would be postponed, and what that costs (R §4
 * Military). It is submitted once. Who is not on active duty is told so, and can only go back.
 */
import { benefitNames, militaryMessages } from '#domain/military/messages.ts';
import type { Benefit } from '#domain/military/shapes.ts';
import { applicationKindNames } from '#domain/postponement/status-messages.ts';
import type { military } from '#machines/military/military.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Checkbox, Content, Fieldset, Form, Notice, Stack } from '../../ui/index.ts';
import { formFields } from '../form/form-fields.tsx';
import { ApplicationButtons } from '../postponement/ApplicationButtons.tsx';
import { ApplicationWithCost } from '../postponement/ApplicationWithCost.tsx';
import { Step } from './Steps.tsx';

type Props = ViewProps<typeof military>;

interface PartProps {
  readonly apply: NonNullable<Props['children']['apply']>;
  readonly onPrevious: () => void;
}

/** The managed text under each benefit. */
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
    <Notice kind="warning" heading="You cannot apply for these benefits">
      <Content
        section="militarybenefits"
        name="not-eligible"
        meanwhile
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

/** Nobody knows yet from when to when it would be granted. */
const WithoutHostileDuty = () => (
  <p>
    This does not count the benefit {benefitNames.hostileDuty}. Where it is granted, less interest is added: none on the
    loans that it covers for as long as you serve in such an area.
  </p>
);

function Applying({ apply, onPrevious }: PartProps) {
  const { state, send, children } = apply;
  const { form, offered, groups, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { tick, panel } = formFields({
    form,
    send,
    labels: benefitNames,
    messages: militaryMessages,
    disabled: isBusy,
  });
  return (
    <Form onSubmit={() => send({ type: 'continue.pressed' })}>
      <ApplicationWithCost
        name={applicationKindNames.military}
        covered={groups.eligibleGroups}
        notCovered={groups.ineligibleGroups}
        notice={notice}
        submission={children.submitMilitary}
        isNotKnown={state.matches({ postponing: { application: 'outcomeNotKnown' } })}
        onRetry={() => send({ type: 'retry.wanted' })}
        cost={children.getCost}
        isCostStopped={state.matches({ postponing: { cost: 'costNotShown' } })}
        notCounted={offered.includes('hostileDuty') && <WithoutHostileDuty />}
        panel={
          <>
            <Content
              section="militarybenefits"
              name="select-intro"
              meanwhile
              fallback={<p>When you continue, your application is submitted.</p>}
            />
            {panel}
            <Card>
              <Fieldset name="benefits" legend="Which benefits do you want to apply for?">
                <Stack>
                  {offered.map((benefit) => (
                    <Checkbox key={benefit} {...tick(benefit)} description={ABOUT[benefit]} />
                  ))}
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
    <Step current={1} sidebar={isOnActiveDuty ? 2 : 1}>
      {apply.state.matches('notEligible') ? <NotEligible {...props} /> : <Applying {...props} />}
    </Step>
  );
}
