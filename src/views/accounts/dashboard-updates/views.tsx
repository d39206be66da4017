/** The next dates of the loans, and the changes since the last visit. */
import { formatUsDate } from '#domain/calendar.ts';
import { formatPayLink } from '#domain/payments/pay-link.ts';
import { applicationKindNames, applicationStatusNames } from '#domain/repayment/postponement/status-names.ts';
import { dateLabels, dateLinks } from '#domain/accounts/updates/messages.ts';
import { hasChanged } from '#domain/accounts/updates/rules.ts';
import type { NextDate, SinceLastVisit } from '#domain/accounts/updates/shapes.ts';
import type { dashboardUpdates } from '#machines/accounts/dashboard-updates/dashboard-updates.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  Columns,
  FieldError,
  Money,
  Stack,
  SummaryList,
  type SummaryRow,
  TextLink,
  usePages,
} from '../../../ui/index.ts';
import { LoadingUpdates } from './UpdatesPlaceholder.tsx';

type Props = Pick<ViewProps<typeof dashboardUpdates>, 'state' | 'send'>;

/** Returns the address of a date's link: for a bill of one account, the payment of that account. */
function toHref({ kind, accountIds: [first, ...others] }: NextDate, page: string): string {
  if ((kind === 'bill' || kind === 'exitBill') && first !== undefined && others.length === 0) {
    return formatPayLink({ accountId: first, isExtra: false });
  }
  return page;
}

function DateLink({ next }: { next: NextDate }) {
  const hasPage = usePages();
  const link = dateLinks[next.kind];
  if (link === null || !hasPage(link.page)) return null;
  return (
    <TextLink href={toHref(next, link.page)}>
      {link.text}
      <span className="ui-sr"> for {formatUsDate(next.date)}</span>
    </TextLink>
  );
}

const accountsText = ({ accountNames }: NextDate): string =>
  accountNames.length === 1 ? (accountNames[0] ?? '') : `${accountNames.length} accounts`;

function Dates({ state, send }: Props) {
  const { updates, isUnsaved } = state.context;
  const dates = updates?.nextDates ?? [];
  return (
    <Card heading="Your next dates" tone="quiet">
      <Stack gap="small">
        {dates.length === 0 ? (
          <p>There are no dates to plan for.</p>
        ) : (
          <>
            <SummaryList
              rows={dates.map((next) => ({
                key: `${next.date} ${next.kind}`,
                label: formatUsDate(next.date),
                note: `${dateLabels[next.kind]}, ${accountsText(next)}`,
                value: <DateLink next={next} />,
              }))}
            />
            <ButtonRow>
              <Button
                variant="secondary"
                icon="download"
                busy={state.hasTag('background')}
                busyText="Saving…"
                onClick={() => send({ type: 'calendar.pressed' })}
              >
                Add to my calendar
              </Button>
            </ButtonRow>
          </>
        )}
        <div aria-live="polite">
          <FieldError
            name="calendar-error"
            error={isUnsaved ? "We couldn't save the calendar file. Please try again." : undefined}
          />
        </div>
      </Stack>
    </Card>
  );
}

const INBOX = '/documents/inbox';

/** Returns a row for each kind of change. */
function toRows({ payments, interestAdded, letters, statusChanges }: SinceLastVisit): SummaryRow[] {
  return [
    ...(payments.count === 0
      ? []
      : [
          {
            label: payments.count === 1 ? '1 payment posted' : `${payments.count} payments posted`,
            value: <Money amount={payments.total} />,
            money: true,
          },
        ]),
    ...(interestAdded === 0 ? [] : [{ label: 'Interest added', value: <Money amount={interestAdded} />, money: true }]),
    ...(letters === 0
      ? []
      : [
          {
            label: letters === 1 ? '1 new letter or message' : `${letters} new letters and messages`,
            value: <TextLink href={INBOX}>Go to your inbox</TextLink>,
          },
        ]),
    ...statusChanges.map(({ kind, status }, index) => ({
      key: `${kind} ${index}`,
      label: applicationKindNames[kind],
      value: applicationStatusNames[status],
    })),
  ];
}

function LastVisit({ since }: { since: SinceLastVisit }) {
  return (
    <Card heading={`Since your last visit on ${formatUsDate(since.lastVisit)}`} tone="quiet">
      {hasChanged(since) ? <SummaryList rows={toRows(since)} /> : <p>Nothing has changed since then.</p>}
    </Card>
  );
}

function Inbox({ unread }: { unread: number }) {
  const hasPage = usePages();
  if (unread === 0 || !hasPage(INBOX)) return null;
  return (
    <Card heading="Your inbox" tone="quiet">
      <p>
        You have {unread === 1 ? '1 unread message' : `${unread} unread messages`}.{' '}
        <TextLink href={INBOX}>Go to your inbox</TextLink>
      </p>
    </Card>
  );
}

function Showing({ state, send }: Props) {
  const { sinceLastVisit: since = null, unreadMessages = 0 } = state.context.updates ?? {};
  return (
    <Columns>
      <Dates state={state} send={send} />
      {since && <LastVisit since={since} />}
      <Inbox unread={unreadMessages} />
    </Columns>
  );
}

const CouldNotLoad = ({ send }: Pick<Props, 'send'>) => (
  <Card heading="Your next dates" tone="quiet">
    <Stack gap="small">
      <p role="alert">We couldn&apos;t load your next dates.</p>
      <ButtonRow>
        <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
          Try again
        </Button>
      </ButtonRow>
    </Stack>
  </Card>
);

export const dashboardUpdatesViews = {
  loading: LoadingUpdates,
  couldNotLoad: CouldNotLoad,
  showing: Showing,
  gettingCalendar: Showing,
} satisfies ViewsOf<typeof dashboardUpdates>;
