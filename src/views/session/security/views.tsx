/** The security page: usernames, sessions, log-ins, and changes with their authors. */
import { formatUsInstant } from '#domain/calendar.ts';
import { isolated } from '#domain/isolated-text.ts';
import { changeLabels } from '#domain/session/security/messages.ts';
import { isEndable } from '#domain/session/security/rules.ts';
import type {
  LogIn,
  OwnSession,
  OwnUsername,
  SecurityChange,
  SecurityOverview,
} from '#domain/session/security/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { security, Selected } from '#machines/session/security/security.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  Notice,
  PhoneLink,
  Stack,
  Tag,
  TextLink,
} from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';

type Props = Pick<ViewProps<typeof security>, 'state' | 'send'>;

const formatTime = (instant: string | null): string =>
  instant === null ? 'Not known' : formatUsInstant(new Date(instant));

/** Returns the texts of the dialog, and of the notice after it. */
function getTexts(selected: Selected): {
  readonly question: string;
  readonly explanation: string;
  readonly done: string;
} {
  switch (selected.end) {
    case 'username':
      return {
        question: `End the username ${selected.username.username}?`,
        explanation: 'No one can log in with it after this. Browsers that use it are logged out. You can’t undo this.',
        done: `The username ${selected.username.username} was ended. No one can log in with it any more.`,
      };
    case 'session':
      return {
        question: 'Log out in this browser?',
        explanation: `It uses the username ${selected.session.username}. It was last used ${formatTime(selected.session.usedAt)}.`,
        done: 'That browser was logged out.',
      };
    case 'otherSessions':
      return {
        question: 'Log out in all other browsers?',
        explanation: 'You stay logged in here.',
        done: 'All other browsers were logged out.',
      };
  }
}

function usernameColumns({ state, send }: Props, canEnd: boolean): Column<OwnUsername>[] {
  const columns: Column<OwnUsername>[] = [
    { key: 'username', header: 'Username', names: true, cell: ({ username }) => username },
    {
      key: 'state',
      header: 'Status',
      cell: ({ isCurrent, isFederal }) =>
        isCurrent ? (
          <Tag tone="success">You&apos;re using this one</Tag>
        ) : isFederal ? (
          'For the federal log-in'
        ) : (
          'Active'
        ),
    },
  ];
  if (!canEnd) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (username) =>
        isEndable(username) && (
          <Button
            variant="quiet"
            context={username.username}
            disabled={!state.matches('showing')}
            onClick={() => send({ type: 'end.pressed', selected: { end: 'username', username } })}
          >
            End
          </Button>
        ),
    },
  ];
}

function sessionColumns({ state, send }: Props, canEnd: boolean): Column<OwnSession>[] {
  const columns: Column<OwnSession>[] = [
    { key: 'username', header: 'Username', names: true, cell: ({ username }) => username },
    { key: 'startedAt', header: 'Logged In', cell: ({ startedAt }) => formatTime(startedAt) },
    {
      key: 'usedAt',
      header: 'Last Used',
      cell: ({ usedAt, isCurrent }) => (isCurrent ? <Tag tone="success">This browser</Tag> : formatTime(usedAt)),
    },
  ];
  if (!canEnd) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (session) =>
        !session.isCurrent && (
          <Button
            variant="quiet"
            context={`${session.username}, last used ${formatTime(session.usedAt)}`}
            disabled={!state.matches('showing')}
            onClick={() => send({ type: 'end.pressed', selected: { end: 'session', session } })}
          >
            Log Out
          </Button>
        ),
    },
  ];
}

const LOG_IN_COLUMNS: Column<LogIn>[] = [
  { key: 'at', header: 'Time', names: true, cell: ({ at }) => formatTime(at) },
  { key: 'username', header: 'Username', breaks: true, cell: ({ username }) => username },
  {
    key: 'result',
    header: 'Result',
    cell: ({ isFailed }) => (isFailed ? <Tag tone="warning">Wrong password</Tag> : 'Logged in'),
  },
];

const formatAuthor = ({ by, name }: SecurityChange): string => (by === 'servicer' ? 'Our employee' : isolated(name));

const CHANGE_COLUMNS: Column<SecurityChange>[] = [
  { key: 'at', header: 'Time', names: true, cell: ({ at }) => formatTime(at) },
  { key: 'kind', header: 'Change', cell: ({ kind }) => changeLabels[kind] },
  { key: 'by', header: 'By', breaks: true, cell: formatAuthor },
];

function Sections({ overview, ...props }: Props & { overview: SecurityOverview }) {
  const { state, send } = props;
  const { usernames, sessions, logIns, changes, canEnd } = overview;
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <Card heading="Usernames">
        <DataTable
          caption="Usernames"
          captionHidden
          columns={usernameColumns(props, canEnd)}
          rows={usernames}
          rowKey={({ usernameId }) => usernameId}
        />
      </Card>
      <Card heading="Where you're logged in">
        <Stack>
          {sessions.length === 0 ? (
            <p>No browsers are logged in.</p>
          ) : (
            <DataTable
              caption="Where you're logged in"
              captionHidden
              columns={sessionColumns(props, canEnd)}
              rows={sessions}
              rowKey={({ sessionId }) => sessionId}
            />
          )}
          {canEnd && hasOthers && (
            <ButtonRow>
              <Button
                variant="secondary"
                disabled={!state.matches('showing')}
                onClick={() => send({ type: 'end.pressed', selected: { end: 'otherSessions' } })}
              >
                Log Out All Other Browsers
              </Button>
            </ButtonRow>
          )}
        </Stack>
      </Card>
      <Card heading="Latest log-ins">
        {logIns.length === 0 ? (
          <p>There are no log-ins yet.</p>
        ) : (
          <DataTable
            caption="Latest log-ins"
            captionHidden
            columns={LOG_IN_COLUMNS}
            rows={logIns}
            rowKey={({ at, username }) => `${at} ${username}`}
          />
        )}
      </Card>
      <Card heading="Changes to your account">
        {changes.length === 0 ? (
          <p>There are no changes yet.</p>
        ) : (
          <DataTable
            caption="Changes to your account"
            captionHidden
            columns={CHANGE_COLUMNS}
            rows={changes}
            rowKey={({ at, kind }) => `${at} ${kind}`}
          />
        )}
      </Card>
    </>
  );
}

function Showing(props: Props) {
  const { state, send } = props;
  const { overview, selected, notice } = state.context;
  if (overview === null) return null;
  const texts = selected === null ? null : getTexts(selected);
  const isEnding = state.matches('ending');
  // The federal identity provider has the password.
  const isFederal = overview.usernames.some((username) => username.isCurrent && username.isFederal);
  return (
    <Stack gap="large">
      <p>
        Check that you know everything on this page. If you don&apos;t,{' '}
        {isFederal ? (
          'change your password where you log in'
        ) : (
          <TextLink href="/profile/change-password">change your password</TextLink>
        )}{' '}
        and call us at <PhoneLink />.
      </p>
      {notice !== null && texts !== null && (
        <Notice kind={notice === 'ended' ? 'success' : 'error'} id="notice">
          <p>{notice === 'ended' ? texts.done : "We couldn't do this. Nothing was changed. Please try again."}</p>
        </Notice>
      )}
      <Sections overview={overview} {...props} />
      {texts !== null && (state.matches('confirming') || isEnding) && (
        <ConfirmDialog
          title={texts.question}
          confirmLabel="Yes"
          cancelLabel="No"
          danger
          busy={isEnding}
          busyText="Please wait…"
          onConfirm={() => send({ type: 'end.confirmed' })}
          onCancel={() => send({ type: 'end.dismissed' })}
        >
          <p>{texts.explanation}</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

export const securityViews = {
  loading: Loading,
  couldNotLoad: CouldNotLoad,
  showing: Showing,
  confirming: Showing,
  ending: Showing,
} satisfies ViewsOf<typeof security>;
