/** Messages of the inbox on two tabs, with selection, marking and pagination. */
import { formatUsDate } from '#domain/calendar.ts';
import { isolated } from '#domain/isolated-text.ts';
import type { InboxMessage, InboxPage } from '#domain/messages/inbox/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { inbox } from '#machines/messages/inbox/inbox.machine.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Checkbox,
  type Column,
  Content,
  DataTable,
  EmptyState,
  Paginator,
  Stack,
  Tabs,
  Tag,
} from '../../../ui/index.ts';
import { FormNotice } from '../../kit/form/form-fields.tsx';
import { MARKED, INBOX_NOTICES } from './messages.ts';

type Props = Pick<ViewProps<typeof inbox>, 'state' | 'send'>;

const TABS = [
  { id: 'all', label: 'All Messages' },
  { id: 'unread', label: 'Unread' },
] as const;

function createColumns({ state, send }: Props): Column<InboxMessage>[] {
  const { selected } = state.context;
  return [
    {
      key: 'select',
      header: 'Select',
      ticks: true,
      cell: ({ documentId, subjectLine, docReceivedDate }) => (
        <Checkbox
          name={`select-${documentId}`}
          label={`Select ${isolated(subjectLine)}, ${formatUsDate(docReceivedDate)}`}
          labelHidden
          checked={selected.includes(documentId)}
          onChange={(isSelected) => send({ type: 'message.toggled', documentId, isSelected })}
        />
      ),
    },
    {
      key: 'message',
      header: 'Message',
      names: true,
      stackedLabelHidden: true,
      cell: (message) => (
        <ButtonRow>
          <ButtonLink
            variant="quiet"
            href={`/documents/inbox/message/${message.documentId}`}
            onFollow={() => send({ type: 'message.opened', message })}
          >
            {message.isPlainText ? isolated(message.subjectLine) : `${isolated(message.subjectLine)} (PDF)`}
          </ButtonLink>
          {message.readFlag ? null : <Tag tone="info">Unread</Tag>}
        </ButtonRow>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      stackedLabelHidden: true,
      cell: ({ docReceivedDate }) => formatUsDate(docReceivedDate),
    },
  ];
}

/** Actions on all selected messages. */
function Toolbar({ state, send }: Props) {
  const { list, selected, marksAsRead } = state.context;
  const count = list?.messages.length ?? 0;
  const markButton = (readFlag: boolean, label: string) => (
    <Button
      variant="secondary"
      busy={marksAsRead === readFlag}
      busyText="Marking…"
      onClick={() => send({ type: 'mark.pressed', readFlag })}
    >
      {label}
    </Button>
  );
  return (
    <ButtonRow>
      <Checkbox
        name="select-all"
        label="Select all messages on this page"
        checked={selected.length === count}
        mixed={selected.length > 0 && selected.length < count}
        onChange={(isSelected) => send({ type: 'all.toggled', isSelected })}
      />
      <ButtonRow>
        {markButton(true, 'Mark As Read')}
        {markButton(false, 'Mark As Unread')}
      </ButtonRow>
    </ButtonRow>
  );
}

/** Returns the range of visible messages: `Messages 11 to 20 of 23`. */
function whereabouts({ messages, page, total, unread }: InboxPage, filter: 'all' | 'unread', size: number): string {
  const all = filter === 'unread' ? unread : total;
  const first = (page - 1) * size + 1;
  return `${filter === 'unread' ? 'Unread messages' : 'Messages'} ${first} to ${first + messages.length - 1} of ${all}`;
}

function List({ state, send, list }: Props & { list: InboxPage }) {
  const { filter, pageSize } = state.context;
  if (list.messages.length === 0) {
    return (
      <EmptyState>
        <Content section="documents" name="inbox-no-messages" fallback={<p>You have no messages.</p>} />
      </EmptyState>
    );
  }
  const where = whereabouts(list, filter, pageSize);
  return (
    <Stack>
      <Toolbar state={state} send={send} />
      <output>{where}</output>
      <DataTable
        caption={filter === 'unread' ? 'Unread messages' : 'Messages'}
        captionHidden
        columns={createColumns({ state, send })}
        rows={list.messages}
        rowKey={({ documentId }) => documentId}
      />
      <Paginator
        label="Pages of messages"
        page={list.page}
        pageCount={Math.ceil((filter === 'unread' ? list.unread : list.total) / pageSize)}
        onPage={(page) => send({ type: 'page.chosen', page })}
      />
    </Stack>
  );
}

export function InboxMessages({ state, send }: Props) {
  const { filter, list, notice } = state.context;
  const isAnnouncing = state.matches({ showingMessages: { ready: 'announcing' } });
  return (
    <Stack>
      <FormNotice text={notice && INBOX_NOTICES[notice]} />
      <output className="ui-sr">{isAnnouncing ? MARKED : ''}</output>
      <Tabs
        label="Which messages to show"
        tabs={TABS}
        selected={filter}
        onSelect={(chosen) => send({ type: 'tab.chosen', filter: chosen })}
      >
        {list === null ? null : <List state={state} send={send} list={list} />}
      </Tabs>
    </Stack>
  );
}
