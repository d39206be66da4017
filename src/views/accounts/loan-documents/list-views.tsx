/** The list of documents of one kind, a page at a time. */
import type { ContextFrom } from 'xstate';
import { formatUsDate } from '#domain/calendar.ts';
import { DOCUMENT_PAGES, documentAddress } from '#domain/accounts/loan-documents/ids.ts';
import { listTexts } from '#domain/accounts/loan-documents/messages.ts';
import type { ListedDocument } from '#domain/accounts/loan-documents/shapes.ts';
import type { loanDocuments } from '#machines/accounts/loan-documents/loan-documents.machine.ts';
import { type Column, DataTable, EmptyState, Money, Paginator, Stack, TextLink } from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof loanDocuments>;

const columnsFor = (amount: string): Column<ListedDocument>[] => [
  {
    key: 'title',
    header: 'Document',
    names: true,
    cell: ({ documentId, title, about }) => (
      <TextLink href={documentAddress(documentId)}>
        {title}
        <span className="ui-sr"> of {about}</span>
      </TextLink>
    ),
  },
  { key: 'about', header: 'About', cell: ({ about }) => about },
  { key: 'date', header: 'Date', cell: ({ date }) => formatUsDate(date) },
  { key: 'amount', header: amount, align: 'end', cell: (row) => <Money amount={row.amount} /> },
];

function Showing({ data: { documents, page, total }, input: { kind, pageSize } }: ShownProps<Context>) {
  const { intro, amount } = listTexts[kind];
  const last = Math.ceil(total / pageSize);
  const address = (to: number) => `${DOCUMENT_PAGES[kind]}?page=${to}`;
  return (
    <Stack>
      <p>{intro}</p>
      <DataTable
        caption="Documents"
        captionHidden
        columns={columnsFor(amount)}
        rows={documents}
        rowKey={({ documentId }) => documentId}
      />
      <Paginator label="Pages of documents" page={page} pageCount={last} toHref={address} />
    </Stack>
  );
}

const Nothing = ({ input: { kind } }: Pick<ShownProps<Context>, 'input'>) => (
  <EmptyState>{listTexts[kind].none}</EmptyState>
);

export const loanDocumentsViews = resourceViews<Context>({ Showing, Empty: Nothing });
