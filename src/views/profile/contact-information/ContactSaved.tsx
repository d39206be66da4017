/**
 * Confirmation after saving. After a required action the flow continues automatically, and this view remains only if
 * that failed.
 */
import type { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Notice, Stack } from '../../../ui/index.ts';
import { ContactSummary } from './ContactSummary.tsx';

type Props = ViewProps<typeof contactInformation>;

export function ContactSaved({ state, send }: Props) {
  const { contact, countries, states } = state.context;
  return (
    <Stack gap="large">
      <Notice kind="success" id="notice">
        <Content
          section="myprofile"
          name="contact-info-success"
          fallback={<p>Your contact information has been saved.</p>}
        />
      </Notice>
      <Card>
        <ContactSummary {...{ contact, countries, states }} />
      </Card>
      <ButtonRow>
        <Button onClick={() => send({ type: 'change.requested' })}>Change</Button>
      </ButtonRow>
    </Stack>
  );
}

export function Leaving({ state, send }: Props) {
  const couldNotContinue = state.matches('couldNotContinue');
  return (
    <Stack gap="large">
      <Notice kind="success">
        <Content
          section="myprofile"
          name="contact-info-success"
          fallback={<p>Your contact information has been saved.</p>}
        />
      </Notice>
      {couldNotContinue && (
        <Notice kind="error" id="notice">
          <p>We couldn&apos;t continue right now. Please choose Continue again.</p>
        </Notice>
      )}
      <ButtonRow>
        <Button busy={state.hasTag('busy')} busyText="One moment…" onClick={() => send({ type: 'continue.pressed' })}>
          Continue
        </Button>
      </ButtonRow>
    </Stack>
  );
}
