/** What is past due, and the ways on (P §2.12). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { pastDue } from '#machines/past-due/past-due.machine.ts';
import { Busy, Button, ButtonLink, ButtonRow, Card, Content, Money, Notice, Stack, PhoneLink } from '../../ui/index.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';

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
        onClick={() => send({ type: 'account.wanted' })}
      >
        Continue to my account
      </Button>
    </ButtonRow>
  );
}

const Warning = () => (
  <section>
    <p>
      <strong>
        <Content section="myloans" name="past-due-header" inline fallback="Your account is past due" />
      </strong>
    </p>
    <Content
      section="myloans"
      name="past-due-text"
      fallback={
        <p>
          If you cannot pay what is past due, call us at <PhoneLink />: we can help you find a way.
        </p>
      }
    />
  </section>
);

function Amount({ state }: Props) {
  const { pastDue: amount } = state.context;
  if (amount === null) return null;
  return (
    <Card tone="attention" heading="Amount past due">
      <Money size="large" amount={amount} />
    </Card>
  );
}

/** The amount is not known either: it can still be asked for. */
const AmountMissing = ({ send }: Props) => (
  <Card
    tone="attention"
    heading="Amount past due"
    actions={
      <Button variant="secondary" onClick={() => send({ type: 'retry.wanted' })}>
        Try again
      </Button>
    }
  >
    <p>The amount could not be loaded.</p>
  </Card>
);

/** What is past due. Where nothing is, that is said. */
export function PastDue(props: Props) {
  const { pastDue: amount } = props.state.context;
  const isPastDue = amount === null || amount > 0;
  return (
    <Stack gap="large">
      {props.state.matches('couldNotOpenAccount') ? (
        <Notice kind="error" id="notice">
          <p>We could not open your account just now. Please choose Continue to my account again.</p>
        </Notice>
      ) : null}
      {isPastDue ? <Amount {...props} /> : null}
      {amount === null && props.state.matches('couldNotOpenAccount') ? <AmountMissing {...props} /> : null}
      {isPastDue ? (
        <Warning />
      ) : (
        <Content section="myloans" name="all-current" fallback={<p>Nothing is past due.</p>} />
      )}
      <WaysOn {...props} />
    </Stack>
  );
}

/** The amount could not be found out; everything else stands. */
export const AmountUnknown = (props: Props) => (
  <Stack gap="large">
    <CouldNotLoad send={props.send} />
    <Warning />
    <WaysOn {...props} />
  </Stack>
);

export const OpenedAccount = () => <Busy text="Opening your account…" />;
