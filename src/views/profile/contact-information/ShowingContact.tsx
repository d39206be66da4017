/** The current contact information. As a required action, the borrower can confirm it unchanged. */
import type { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Stack } from '../../../ui/index.ts';
import { ContactSummary } from './ContactSummary.tsx';
import { CouldNotSave } from './CouldNotSave.tsx';

export function ShowingContact({ state, send }: ViewProps<typeof contactInformation>) {
  const { action, contact, countries, states, notice } = state.context;
  const isBusy = state.hasTag('busy');
  return (
    <Stack gap="large">
      {action === null ? (
        <Content section="myprofile" name="contact-info-intro" />
      ) : (
        <Content section="myprofile" name="contact-info-confirm" />
      )}
      <CouldNotSave notice={notice} button="Confirm" />
      <Card>
        <ContactSummary {...{ contact, countries, states }} />
      </Card>
      <ButtonRow>
        {action === null ? null : (
          <Button busy={isBusy} busyText="Confirming…" onClick={() => send({ type: 'confirm.pressed' })}>
            Confirm
          </Button>
        )}
        <Button
          variant={action === null ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => send({ type: 'change.requested' })}
        >
          Change
        </Button>
      </ButtonRow>
    </Stack>
  );
}
