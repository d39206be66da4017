/**
 * The page of a payer's invitation. The username and the password can be pasted, and the password can be shown (WCAG
 * 3.3.8).
 */
import { formatUsInstant } from '#domain/calendar.ts';
import { isolated } from '#domain/isolated-text.ts';
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { payerInvitation } from '#machines/profile/payer-invitation/payer-invitation.machine.ts';
import { Button, ButtonLink, ButtonRow, Card, Form, Notice, Stack } from '../../../ui/index.ts';
import { CredentialFields } from '../../session/credentials/CredentialFields.tsx';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { outcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { PAYER_INVITATION_NOTICES, acceptanceMessages } from './messages.ts';

type Props = ViewProps<typeof payerInvitation>;

/** The inviting borrower, and the rights of the invited person. */
function Introduction({ invitation }: { invitation: NonNullable<Props['state']['context']['invitation']> }) {
  const { firstName, borrowerName, expiresAt } = invitation;
  return (
    <>
      <p>
        Hello {isolated(firstName)}, <strong>{isolated(borrowerName)}</strong> invites you to make payments on their
        student loans. You can see what is due and pay from your own bank account. You don&apos;t become responsible for
        the loans.
      </p>
      <p>Choose a username and a password. You can accept until {formatUsInstant(new Date(expiresAt))}.</p>
    </>
  );
}

function ChooseCredentials({ state, send, children }: Props) {
  const { account, invitation, notice } = state.context;
  const { acceptInvitation } = children;
  if (isOutcomeUnknown(acceptInvitation)) {
    return <OutcomeUnknown submission={acceptInvitation} messages={acceptanceMessages} />;
  }
  const isBusy = state.hasTag('busy');
  const { text, tick, panel } = formFields({
    form: account,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      {invitation !== null && <Introduction invitation={invitation} />}
      <FormNotice text={notice && PAYER_INVITATION_NOTICES[notice]} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <CredentialFields text={text} tick={tick} />
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={acceptanceMessages.sending}>
            Accept Invitation
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}

const SignedIn = () => (
  <Notice kind="info" heading="You're logged in">
    <p>
      An invitation is for someone who doesn&apos;t have a username for these loans yet. Log out, or open the link in
      another browser or a private window.
    </p>
  </Notice>
);

const NotValid = () => (
  <Notice
    kind="warning"
    heading="This invitation can't be used"
    action={<ButtonLink href="/account/login">Log In</ButtonLink>}
  >
    <p>
      An invitation works once, and only until its time ends or the borrower removes it. If you have already chosen a
      username and a password, log in. Otherwise, ask the borrower to invite you again.
    </p>
  </Notice>
);

const Accepted = ({ state }: Pick<Props, 'state'>) => (
  <Notice kind="success" id="notice" action={<ButtonLink href="/account/login">Log In</ButtonLink>}>
    <p>
      You accepted the invitation. Your username is <strong>{state.context.username}</strong>. You can log in and make a
      payment now.
    </p>
  </Notice>
);

export const payerInvitationViews = {
  startingInvitation: Loading,
  signedIn: SignedIn,
  loadingInvitation: Loading,
  couldNotLoad: CouldNotLoad,
  notValid: NotValid,
  choosingCredentials: ChooseCredentials,
  // The same view, so that the pressed button keeps focus.
  accepting: ChooseCredentials,
  outcomeCheckFailed: outcomeCheckFailed(acceptanceMessages),
  accepted: Accepted,
} satisfies ViewsOf<typeof payerInvitation>;
