/** One document as a page: its texts and tables, and the way to its PDF. */
import { DOCUMENT_PAGES } from '#domain/accounts/loan-documents/ids.ts';
import { type DocumentBlock, sharesText } from '#domain/accounts/loan-documents/shapes.ts';
import type { loanDocument } from '#machines/accounts/loan-document/loan-document.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  DataTable,
  EmptyState,
  Letterhead,
  Notice,
  Stack,
  StackedBars,
  TextLink,
} from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';

type Props = ViewProps<typeof loanDocument>;

function Block({ block }: { block: DocumentBlock }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph') {
    return (
      <p>
        {block.text.split('\n').map((line, index) => (
          <span key={line}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    );
  }
  if (block.kind === 'shares') {
    const { caption, parts } = block;
    return (
      <StackedBars
        title={caption}
        headingLevel={3}
        summary={sharesText(block)}
        parts={parts.map(({ name, text }) => `${name} ${text}`)}
        bars={[{ key: 'whole', label: '', values: parts.map(({ share }) => share) }]}
      />
    );
  }
  const rows = block.rows.map((cells, index) => ({ key: `${index}`, cells }));
  return (
    <DataTable
      caption={block.caption}
      captionHidden
      isShort
      columns={block.columns.map(({ header, isAmount }, index) => ({
        key: header,
        header,
        names: index === 0,
        align: isAmount ? 'end' : 'start',
        cell: ({ cells }: (typeof rows)[number]) => cells[index] ?? '',
      }))}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}

/** The pages that a statement names. */
const NextSteps = () => (
  <>
    <TextLink variant="standalone" href="/payments/payflow/schedule">
      Make a Payment
    </TextLink>
    <TextLink variant="standalone" href="/repayment-options">
      Repayment Options
    </TextLink>
  </>
);

function Document({ state, send }: Props) {
  const { document, isUnsaved } = state.context;
  if (document === null) return null;
  return (
    <Stack>
      {isUnsaved && (
        <Notice kind="error" id="notice">
          <p>We couldn't save the PDF. Please try again.</p>
        </Notice>
      )}
      <ButtonRow>
        <Button
          icon="download"
          busy={state.hasTag('background')}
          busyText="Saving…"
          onClick={() => send({ type: 'save.pressed' })}
        >
          Save as PDF
        </Button>
        {document.kind === 'statement' && <NextSteps />}
      </ButtonRow>
      <Card>
        <Stack>
          <Letterhead />
          {document.blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </Stack>
      </Card>
      <p>
        <TextLink variant="back" href={DOCUMENT_PAGES[document.kind]}>
          Back to the list
        </TextLink>
      </p>
    </Stack>
  );
}

const NotFound = () => (
  <Stack>
    <EmptyState>We couldn't find this document.</EmptyState>
    <p>
      <TextLink variant="back" href={DOCUMENT_PAGES.statement}>
        Go to your statements
      </TextLink>
    </p>
  </Stack>
);

export const loanDocumentViews = {
  loading: Loading,
  couldNotLoad: CouldNotLoad,
  notFound: NotFound,
  showing: Document,
  gettingPdf: Document,
};
