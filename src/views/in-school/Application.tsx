/**
 * The second step: which loans would be postponed, and what that costs (R §4 In-school). It is submitted once, where it has to
 * be applied for.
 */
import type { inSchool } from '#machines/in-school/in-school.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Stack } from '../../ui/index.ts';
import { ApplicationNotice } from '../postponement/ApplicationNotice.tsx';
import { CoveredLoans } from '../postponement/CoveredLoans.tsx';
import { PauseCost } from '../postponement/PauseCost.tsx';
import { applicationMessages } from '../postponement/messages.ts';
import { OutcomeNotKnown } from '../submission/OutcomeNotKnown.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { Step } from './Steps.tsx';

type Props = ViewProps<typeof inSchool>;

interface PartProps {
  readonly apply: NonNullable<Props['children']['apply']>;
  readonly onPrevious: () => void;
}

/** Continue and Previous, which both wait while the application is under way. */
function Buttons({ apply: { state, send }, onPrevious }: PartProps) {
  const isBusy = state.hasTag('busy');
  return (
    <ButtonRow>
      <Button busy={isBusy} busyText={applicationMessages.sending} onClick={() => send({ type: 'continue.pressed' })}>
        Continue
      </Button>
      <Button variant="secondary" disabled={isBusy} onClick={onPrevious}>
        Previous
      </Button>
    </ButtonRow>
  );
}

const Loans = ({ apply: { state } }: Pick<PartProps, 'apply'>) => {
  const { eligibleGroups, ineligibleGroups } = state.context.groups;
  return <CoveredLoans covered={eligibleGroups} notCovered={ineligibleGroups} />;
};

/** The school reports it: nothing is submitted, and pausing costs what it costs anyway. */
const Reported = (props: PartProps) => (
  <>
    <Card heading="You do not have to apply">
      <Stack gap="large">
        <Content
          section="school"
          name="application-reported"
          meanwhile
          fallback={<p>Your school reports your enrollment to us, so you do not have to apply.</p>}
        />
        <Loans {...props} />
      </Stack>
    </Card>
    <Buttons {...props} />
  </>
);

function Postponing(props: PartProps) {
  const { apply } = props;
  const { state, send, children } = apply;
  const { getCost, submitInSchool } = children;
  const { notice } = state.context;
  const isNotKnown = state.matches({ postponing: { application: 'outcomeNotKnown' } });
  const isUnknown = isOutcomeUnknown(submitInSchool);
  return (
    <>
      <ApplicationNotice notice={notice} />
      {isNotKnown && <OutcomeNotKnown onRetry={() => send({ type: 'retry.wanted' })} messages={applicationMessages} />}
      {isUnknown && <OutcomeUnknown submission={submitInSchool} messages={applicationMessages} />}
      <Card heading="Your application: In-School Deferment">
        <Loans {...props} />
      </Card>
      {state.matches({ postponing: { cost: 'costNotShown' } }) && (
        <p>What pausing your payments costs could not be worked out just now. You can go on without it.</p>
      )}
      {getCost && <PauseCost running={getCost} isBesideNotice={notice !== null || isNotKnown || isUnknown} />}
      {!isNotKnown && !isUnknown && (
        <>
          <Content
            section="school"
            name="application"
            meanwhile
            fallback={<p>When you continue, your application is submitted.</p>}
          />
          <Buttons {...props} />
        </>
      )}
    </>
  );
}

export function Application({ send, children: { apply } }: Props) {
  if (apply === undefined) return null;
  const props = { apply, onPrevious: () => send({ type: 'previous.pressed' }) };
  return (
    <Step current={1}>{apply.state.matches('reported') ? <Reported {...props} /> : <Postponing {...props} />}</Step>
  );
}
