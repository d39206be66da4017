/**
 * Step 2: the loans to postpone and the cost (R §4 In-school). If an application is necessary, its submission is
 * idempotent.
 */
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import type { inSchool } from '#machines/repayment/in-school/in-school.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Card, Content, Stack } from '../../../ui/index.ts';
import { ApplicationButtons } from '../postponement/ApplicationButtons.tsx';
import { ApplicationWithCost } from '../postponement/ApplicationWithCost.tsx';
import { CoveredLoans } from '../postponement/CoveredLoans.tsx';
import { InSchoolStep } from './Steps.tsx';

type Props = ViewProps<typeof inSchool>;

interface PartProps {
  readonly apply: NonNullable<Props['children']['apply']>;
  readonly onPrevious: () => void;
}

const Buttons = ({ apply: { state, send }, onPrevious }: PartProps) => (
  <ApplicationButtons
    isBusy={state.hasTag('busy')}
    onContinue={() => send({ type: 'continue.pressed' })}
    onPrevious={onPrevious}
  />
);

/** The school reports the enrollment, so there is no submission and no need to show the cost. */
function Reported(props: PartProps) {
  const { eligibleGroups, ineligibleGroups } = props.apply.state.context.groups;
  return (
    <>
      <Card heading="You don't have to apply">
        <Stack gap="large">
          <Content
            section="school"
            name="application-reported"
            fallbackWhileLoading
            fallback={<p>Your school reports your enrollment to us, so you don't have to apply.</p>}
          />
          <CoveredLoans covered={eligibleGroups} notCovered={ineligibleGroups} />
        </Stack>
      </Card>
      <Buttons {...props} />
    </>
  );
}

function Applying(props: PartProps) {
  const { state, send, children } = props.apply;
  const { groups, notice } = state.context;
  return (
    <ApplicationWithCost
      name={applicationKindNames.inSchool}
      notice={notice}
      submission={children.submitInSchool}
      hasCheckFailed={state.matches({ postponing: { application: 'outcomeCheckFailed' } })}
      onRetry={() => send({ type: 'retry.requested' })}
      cost={children.getCost}
      isCostStopped={state.matches({ postponing: { cost: 'costNotShown' } })}
      loans={{ covered: groups.eligibleGroups, notCovered: groups.ineligibleGroups }}
    >
      <Content
        section="school"
        name="application"
        fallbackWhileLoading
        fallback={<p>When you continue, you submit your application.</p>}
      />
      <Buttons {...props} />
    </ApplicationWithCost>
  );
}

export function Application({ send, children: { apply } }: Props) {
  if (apply === undefined) return null;
  const props = { apply, onPrevious: () => send({ type: 'previous.pressed' }) };
  return (
    <InSchoolStep current={1}>
      {apply.state.matches('reported') ? <Reported {...props} /> : <Applying {...props} />}
    </InSchoolStep>
  );
}
