/** Conflict after a change elsewhere: the latest version beside the borrower's unsaved input. */
import { toContact } from '#domain/profile/contact/rules.ts';
import type { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, Card, Columns, Content, Notice, Stack } from '../../../ui/index.ts';
import { ContactSummary } from './ContactSummary.tsx';

type Props = ViewProps<typeof contactInformation>;

export function ChangedElsewhere({ state, send }: Props) {
  const { latest, form, countries, states } = state.context;
  return (
    <Stack gap="large">
      <Notice
        kind="warning"
        id="notice"
        heading="Your contact information was changed in another window or on another device."
      >
        <Content
          section="myprofile"
          name="contact-info-changed-elsewhere"
          fallback={<p>Nothing you entered here has been saved yet. Choose the one to keep.</p>}
        />
      </Notice>
      <Columns>
        <Card
          heading="The latest"
          actions={<Button onClick={() => send({ type: 'latest.chosen' })}>Use the latest version</Button>}
        >
          <ContactSummary contact={latest} {...{ countries, states }} />
        </Card>
        <Card
          heading="What you have here"
          actions={
            <Button variant="secondary" onClick={() => send({ type: 'changes.kept' })}>
              Keep my changes
            </Button>
          }
        >
          <ContactSummary contact={toContact(form.values)} {...{ countries, states }} />
        </Card>
      </Columns>
    </Stack>
  );
}

export function LatestMissing({ send }: Props) {
  return (
    <Notice
      kind="error"
      id="notice"
      heading="Your contact information was changed in another window or on another device."
      action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
    >
      <p>
        We couldn&apos;t load the latest version. What you entered is still here, but it isn&apos;t saved yet. Please
        try again.
      </p>
    </Notice>
  );
}
