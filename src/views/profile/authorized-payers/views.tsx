/** Authorized Payers: the people who can pay for the borrower, and the form and buttons to invite and remove people. */
import { formatUsInstant } from '#domain/calendar.ts';
import { isolated } from '#domain/isolated-text.ts';
import { payerFieldLabels, payerMessages, payerStatusLabels } from '#domain/profile/payers/messages.ts';
import { INVITATION_DAYS, isRenewable } from '#domain/profile/payers/rules.ts';
import type { AuthorizedPayer, PayerStatus } from '#domain/profile/payers/shapes.ts';
import type { authorizedPayers } from '#machines/profile/authorized-payers/authorized-payers.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  Columns,
  ConfirmDialog,
  Content,
  DataTable,
  EmptyState,
  Form,
  Notice,
  Stack,
  Tag,
  TextField,
  TextLink,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangeNotice } from '../../kit/submission/ChangeNotice.tsx';
import { isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { AUTHORIZED_PAYER_NOTICES, payerChangeMessages } from './messages.ts';

type Props = ViewProps<typeof authorizedPayers>;

const formatName = ({ firstName, lastName }: AuthorizedPayer): string => isolated(`${firstName} ${lastName}`);

const TONES: Readonly<Record<PayerStatus, 'info' | 'success' | 'warning'>> = {
  invited: 'info',
  active: 'success',
  expired: 'warning',
};

/** Returns the text about the start of the payer's access, or the end of the invitation. */
function formatTime({ status, acceptedAt, expiresAt }: AuthorizedPayer): string | null {
  if (status === 'active') return acceptedAt === null ? null : `Since ${formatUsInstant(new Date(acceptedAt))}`;
  const when = formatUsInstant(new Date(expiresAt ?? ''));
  return status === 'invited' ? `Can be accepted until ${when}` : `Ended ${when}`;
}

/** Returns whether a change is in flight and has had a response in time so far. */
const isInFlight = ({ state, children }: Props): boolean =>
  state.matches('changingPayers') && !isOutcomeUnknown(children.changePayers);

/** Returns whether the buttons of the list can be pressed. While a call runs, a press is queued and repeated afterwards. */
const isPressable = ({ state }: Props): boolean =>
  ['listing', 'changingPayers', 'refreshing'].some((each) => state.value === each);

function createColumns(props: Props): Column<AuthorizedPayer>[] {
  const { state, send } = props;
  const { canChange, change } = state.context;
  const isListing = isPressable(props);
  const columns: Column<AuthorizedPayer>[] = [
    { key: 'name', header: 'Name', names: true, cell: formatName },
    { key: 'email', header: 'Email Address', breaks: true, cell: ({ email }) => email },
    {
      key: 'status',
      header: 'Status',
      cell: (payer) => (
        <Stack gap="small">
          <div>
            <Tag tone={TONES[payer.status]}>{payerStatusLabels[payer.status]}</Tag>
          </div>
          {formatTime(payer)}
        </Stack>
      ),
    },
  ];
  if (!canChange) return columns;
  const actions: Column<AuthorizedPayer> = {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    cell: (payer) => {
      const isSending = isInFlight(props) && change?.change === 'renew' && change.payerId === payer.payerId;
      return (
        <ButtonRow>
          {isRenewable(payer) && (
            <Button
              variant="quiet"
              disabled={!isListing}
              busy={isSending}
              busyText={payerChangeMessages.sending}
              context={formatName(payer)}
              onClick={() => send({ type: 'renew.pressed', payerId: payer.payerId })}
            >
              Send Again
            </Button>
          )}
          <Button
            variant="quiet"
            disabled={!isListing}
            context={formatName(payer)}
            onClick={() => send({ type: 'remove.pressed', payerId: payer.payerId })}
          >
            Remove
          </Button>
        </ButtonRow>
      );
    },
  };
  return [...columns, actions];
}

/** The address in the invitation, on a server that sends no email. */
function InvitationLink({ link }: { link: string }) {
  return (
    <Notice kind="info" heading="This demo sends no email">
      <p>The invitation has this link. It works once. Open it in a private window, or after you log out:</p>
      <p>
        <TextLink href={link} newTab>
          {link}
        </TextLink>
      </p>
    </Notice>
  );
}

function Result({ state, send, children }: Props) {
  const { notice, link } = state.context;
  return (
    <>
      <ChangeNotice
        submission={children.changePayers}
        hasCheckFailed={state.matches('outcomeCheckFailed')}
        onRetry={() => send({ type: 'retry.requested' })}
        messages={payerChangeMessages}
        result={
          notice && {
            isDone: notice.result === 'invited' || notice.result === 'renewed' || notice.result === 'removed',
            text: AUTHORIZED_PAYER_NOTICES[notice.result](isolated(notice.name)),
          }
        }
      />
      {link !== null && <InvitationLink link={link} />}
    </>
  );
}

/** Confirms the removal, and remains open while it is in flight. */
function RemoveDialog(props: Props) {
  const { state, send } = props;
  const { selected, change } = state.context;
  const isRemoving = change?.change === 'remove' && isInFlight(props);
  if (selected === null || !(state.matches('confirmingRemoval') || isRemoving)) return null;
  const name = formatName(selected);
  return (
    <ConfirmDialog
      title={selected.status === 'active' ? 'Remove this payer?' : 'Remove this invitation?'}
      confirmLabel="Yes, remove"
      cancelLabel="No, keep"
      danger
      busy={isRemoving}
      busyText={payerChangeMessages.sending}
      onConfirm={() => send({ type: 'remove.confirmed' })}
      onCancel={() => send({ type: 'remove.dismissed' })}
    >
      {selected.status === 'active' ? (
        <p>
          {`${name} is logged out at once and can't log in again. Payments that ${name} has scheduled stay scheduled. ` +
            'To stop them, cancel them on Payment Activity.'}
        </p>
      ) : (
        <p>{`The link that we sent to ${name} no longer works after this.`}</p>
      )}
    </ConfirmDialog>
  );
}

function InviteForm(props: Props) {
  const { state, send } = props;
  const isBusy = !state.matches('inviting');
  const { text, panel } = formFields({
    form: state.context.form,
    send,
    labels: payerFieldLabels,
    messages: payerMessages,
    disabled: isBusy,
  });
  return (
    <>
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Invite a payer">
          <Stack gap="large">
            <p>
              {`We email the person a link. With it they choose a username and a password of their own. The link works once and for ${INVITATION_DAYS} days.`}
            </p>
            <TextField {...text('firstName')} width="medium" autoComplete="off" />
            <TextField {...text('lastName')} width="medium" autoComplete="off" />
            <TextField {...text('email')} inputMode="email" autoComplete="off" />
          </Stack>
        </Card>
        <ButtonRow>
          <Button
            type="submit"
            busy={isInFlight(props)}
            busyText={payerChangeMessages.sending}
            disabled={isBusy && !isInFlight(props)}
          >
            Send Invitation
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'invite.canceled' })}>
            Cancel
          </Button>
        </ButtonRow>
      </Form>
    </>
  );
}

function List(props: Props) {
  const { state, send } = props;
  const { payers, canChange } = state.context;
  const invite = canChange && (
    <Button icon="add" disabled={!isPressable(props)} onClick={() => send({ type: 'invite.pressed' })}>
      Invite a Payer
    </Button>
  );
  if (payers.length === 0) {
    return (
      <Card>
        <EmptyState icon="person" action={invite}>
          <p>You don&apos;t have any authorized payers.</p>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack gap="large">
      <Card divided>
        <DataTable
          caption="Your payers and invitations"
          captionHidden
          columns={createColumns(props)}
          rows={payers}
          rowKey={({ payerId }) => payerId}
        />
      </Card>
      {invite && <ButtonRow>{invite}</ButtonRow>}
    </Stack>
  );
}

/** The rights of payers (ruling 7). */
function PayerAccess() {
  return (
    <Columns of="texts">
      <Card heading="What a payer can see and do" tone="quiet">
        <Content section="payments" name="authorized-payers-can" />
      </Card>
      <Card heading="What a payer can't see or do" tone="quiet">
        <Content section="payments" name="authorized-payers-cannot" />
      </Card>
    </Columns>
  );
}

function Payers(props: Props) {
  const { state } = props;
  const { canChange, change } = state.context;
  const isInviting = state.matches('inviting') || (change?.change === 'invite' && !state.matches('listing'));
  return (
    <Stack gap="large">
      <Result {...props} />
      <Content
        section="payments"
        name="authorized-payers-intro"
        fallback={<p>These people can make payments on your loans.</p>}
      />
      {!canChange && (
        <Notice kind="info">
          <p>Only the borrower can invite and remove payers.</p>
        </Notice>
      )}
      {isInviting ? <InviteForm {...props} /> : <List {...props} />}
      <PayerAccess />
      <RemoveDialog {...props} />
    </Stack>
  );
}

export const authorizedPayersViews = {
  loadingPayers: Loading,
  couldNotLoad: CouldNotLoad,
  listing: Payers,
  inviting: Payers,
  confirmingRemoval: Payers,
  changingPayers: Payers,
  refreshing: Payers,
  outcomeCheckFailed: Payers,
} satisfies ViewsOf<typeof authorizedPayers>;
