/** The past-due amount, its consequences, and the next actions (P §2.12). */
import {
  type Consequence,
  type PastDueGroup,
  getDaysPastDue,
  hasDefault,
  isBeforeDefault,
  groupPastDue,
} from '#domain/accounts/delinquency.ts';
import {
  consequenceMessage,
  dueLabels,
  pastDueDaysMessage,
  pastDueHeading,
  pastDueLeftMessage,
  pastDueTodayMessage,
} from '#domain/accounts/messages.ts';
import { toDueOverview } from '#domain/accounts/overview.ts';
import { totalCoverage } from '#domain/payments/coverage.ts';
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import type { DashboardData } from '#machines/accounts/dashboard/dashboard-facts.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { pastDue } from '#machines/accounts/past-due/past-due.machine.ts';
import {
  Busy,
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  Content,
  Money,
  Notice,
  Stack,
  PhoneLink,
  Timeline,
} from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';

type Props = ViewProps<typeof pastDue>;

function WaysOn({ state, send }: Props) {
  const isOpening = state.matches('openingAccount');
  return (
    <ButtonRow>
      <ButtonLink href="/payments/payflow/schedule">Make a Payment</ButtonLink>
      <Button
        variant="secondary"
        busy={isOpening}
        busyText="Opening your account…"
        onClick={() => send({ type: 'account.requested' })}
      >
        Continue to my account
      </Button>
    </ButtonRow>
  );
}

const Warning = () => (
  <section>
    <Stack>
      <h2>
        <Content section="myloans" name="past-due-header" inline fallback="Your account is past due" />
      </h2>
      <Content
        section="myloans"
        name="past-due-text"
        fallback={
          <p>
            If you can't pay what is past due, call us at <PhoneLink />: we can help you find a way.
          </p>
        }
      />
    </Stack>
  </section>
);

/** Loans in default get no pause and no lower payment (ruling 97). */
const InDefault = () => (
  <section>
    <Stack>
      <h2>
        <Content section="myloans" name="default-header" inline fallback="You have loans in default" />
      </h2>
      <Content
        section="myloans"
        name="default-text"
        fallback={
          <p>
            Loans in default can't get a pause or a lower payment. <CallAboutDefault />
          </p>
        }
      />
    </Stack>
  </section>
);

const getAccounts = ({ accounts }: DashboardData) => [...accounts.federalAccounts, ...accounts.commercialAccounts];

function Amount({ facts }: { facts: DashboardData }) {
  const accounts = getAccounts(facts);
  const { pastDue, pastDueSince } = toDueOverview(accounts);
  const today = accounts[0]?.balanceDate;
  const days = Math.max(0, ...accounts.map(getDaysPastDue));
  const coverage = totalCoverage(accounts, facts.upcoming);
  return (
    <Card tone="attention" heading={dueLabels.pastDue}>
      <Stack gap="small">
        <Money size="large" amount={pastDue} />
        {pastDueSince !== null && today !== undefined && <p>{pastDueDaysMessage(pastDueSince, today, days)}</p>}
        {coverage && <p>{pastDueLeftMessage(coverage)}</p>}
      </Stack>
    </Card>
  );
}

function Consequences({ group, today }: { group: PastDueGroup; today: PlainDate }) {
  const { program, consequences, accounts } = group;
  const toTimelineEntry = (consequence: Consequence, state: 'complete' | 'ahead') => ({
    title: consequenceMessage(program, consequence),
    note: formatUsDate(consequence.date),
    state,
  });
  const isPast = ({ date }: Consequence) => date <= today;
  return (
    <Stack gap="small">
      <h3>{pastDueHeading(group)}</h3>
      {program === 'private' ? (
        <p>
          Your promissory note says what happens next, and when. If you have questions, call us at <PhoneLink />.
        </p>
      ) : (
        <Timeline
          label={`What happens next with ${pastDueHeading(group)}`}
          entries={[
            ...consequences.filter(isPast).map((each) => toTimelineEntry(each, 'complete')),
            { title: pastDueTodayMessage(Math.max(...accounts.map(getDaysPastDue))), state: 'current' },
            ...consequences.filter((each) => !isPast(each)).map((each) => toTimelineEntry(each, 'ahead')),
          ]}
        />
      )}
    </Stack>
  );
}

function WhatHappensNext({ facts }: { facts: DashboardData }) {
  // No further day is known for loans in default.
  const groups = groupPastDue(facts.accounts).filter(({ accounts }) => accounts.some(isBeforeDefault));
  const today = getAccounts(facts)[0]?.balanceDate;
  if (groups.length === 0 || today === undefined) return null;
  return (
    <section>
      <Stack>
        <h2>What happens next</h2>
        <p>If we don't get the past-due amount, this happens next:</p>
        {groups.map((group) => (
          <Consequences key={`${group.since} ${group.program}`} group={group} today={today} />
        ))}
      </Stack>
    </section>
  );
}

/** The amount failed to load too. The borrower can retry. */
const AmountMissing = ({ send }: Props) => (
  <Card
    tone="attention"
    heading={dueLabels.pastDue}
    actions={
      <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
        Try again
      </Button>
    }
  >
    <p>We couldn&apos;t load the amount.</p>
  </Card>
);

/** The past-due amount and its consequences, or a message that no amount is past due. */
export function PastDue(props: Props) {
  const { facts } = props.state.context;
  const isPastDue = facts === null || toDueOverview(getAccounts(facts)).pastDue > 0;
  return (
    <Stack gap="large">
      {props.state.matches('couldNotOpenAccount') ? (
        <Notice kind="error" id="notice">
          <p>We couldn&apos;t open your account right now. Please choose Continue to my account again.</p>
        </Notice>
      ) : null}
      {facts !== null && isPastDue ? <Amount facts={facts} /> : null}
      {facts === null && props.state.matches('couldNotOpenAccount') ? <AmountMissing {...props} /> : null}
      {facts !== null && getAccounts(facts).some(hasDefault) ? <InDefault /> : null}
      {facts === null || getAccounts(facts).some(isBeforeDefault) ? <Warning /> : null}
      {isPastDue ? null : <Content section="myloans" name="all-current" fallback={<p>Nothing is past due.</p>} />}
      {facts !== null && isPastDue ? <WhatHappensNext facts={facts} /> : null}
      <WaysOn {...props} />
    </Stack>
  );
}

/** Page without the amount, which failed to load. */
export const AmountUnknown = (props: Props) => (
  <Stack gap="large">
    <CouldNotLoad send={props.send} />
    <Warning />
    <WaysOn {...props} />
  </Stack>
);

export const OpenedAccount = () => <Busy text="Opening your account…" />;
