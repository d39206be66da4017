/** Upload page for signed-in borrowers: the form, and the earlier uploads below it (P §2.9). */
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import { isolated } from '#domain/isolated-text.ts';
import { detailsAddress } from '#domain/repayment/postponement/address.ts';
import { applicationKindNames, nextText } from '#domain/repayment/postponement/status-names.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { uploadDocuments } from '#machines/documents/upload-documents/upload-documents.machine.ts';
import { formatUsDate, businessDate } from '#domain/calendar.ts';
import {
  Busy,
  Button,
  type Column,
  Content,
  DataTable,
  Disclosure,
  FieldError,
  Notice,
  SidebarLayout,
  Stack,
  TextLink,
} from '../../../ui/index.ts';
import { UploadForm } from '../upload-document/UploadForm.tsx';

const uploadedOn = ({ uploadedDateTime }: UploadedDocument) => formatUsDate(businessDate(new Date(uploadedDateTime)));

type Props = Pick<ViewProps<typeof uploadDocuments>, 'state' | 'send'>;

function Download({ document, state, send }: Props & { document: UploadedDocument }) {
  const { documentId, fileName } = document;
  const { selected, failed } = state.context;
  const hasFailed = failed?.documentId === documentId;
  return (
    <Stack gap="small">
      <div>
        <Button
          variant="secondary"
          busy={selected?.documentId === documentId}
          busyText="Downloading…"
          context={`${isolated(fileName)}, ${uploadedOn(document)}`}
          onClick={() => send({ type: 'download.pressed', document })}
        >
          Download
        </Button>
      </div>
      {/*
       * The error is beside the button, which keeps focus. It is polite, because the form may announce a message at the
       * same time.
       */}
      <div aria-live="polite">
        <FieldError
          name={`download-${documentId}`}
          error={hasFailed ? `${isolated(fileName)} couldn't be downloaded. Please try again.` : undefined}
        />
      </div>
    </Stack>
  );
}

/** The processing of a document and its expected date: that of its application, if it belongs to one. */
function Next({ application }: Pick<UploadedDocument, 'application'>) {
  if (application == null) return <>We review it and write to you if we need more.</>;
  return (
    <>
      {nextText(application)}.{' '}
      <TextLink href={detailsAddress(application.confirmationNumber)}>
        {applicationKindNames[application.kind]}
      </TextLink>
    </>
  );
}

const createColumns = ({ state, send }: Props): readonly Column<UploadedDocument>[] => [
  { key: 'uploaded', header: 'Uploaded Date', cell: uploadedOn },
  { key: 'name', header: 'File Name', names: true, cell: ({ fileName }) => isolated(fileName) },
  { key: 'type', header: 'Document Type', cell: ({ typeName }) => typeName ?? null },
  { key: 'size', header: 'File Size', cell: ({ fileSizeFormatted }) => fileSizeFormatted },
  { key: 'next', header: 'What Happens Next', cell: (document) => <Next {...document} /> },
  {
    key: 'download',
    header: 'Download',
    headerHidden: true,
    cell: (document) => <Download document={document} state={state} send={send} />,
  },
];

function NotLoaded({ send }: Pick<Props, 'send'>) {
  return (
    <Notice
      kind="warning"
      action={
        <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
          Load the List Again
        </Button>
      }
    >
      <p>We couldn&apos;t load your earlier uploads.</p>
    </Notice>
  );
}

/** The list of earlier uploads. An already loaded list remains visible if a refresh fails. */
function History({ state, send }: Props) {
  const { history } = state.context;
  const couldNotLoad = state.matches({ openForUploads: { history: 'couldNotLoad' } });
  if (history === null) return couldNotLoad ? <NotLoaded send={send} /> : <Busy text="Loading your earlier uploads…" />;
  return (
    <Stack gap="large">
      {couldNotLoad && <NotLoaded send={send} />}
      {history.length > 0 && (
        <DataTable
          caption="Earlier uploads"
          captionHidden
          columns={createColumns({ state, send })}
          rows={history}
          rowKey={({ documentId }) => documentId}
        />
      )}
      {history.length === 0 && !couldNotLoad && <p>You haven't uploaded any documents yet.</p>}
    </Stack>
  );
}

function UploadDocuments({ state, send, children: { uploadDocument } }: ViewProps<typeof uploadDocuments>) {
  return (
    <SidebarLayout>
      <Content section="documents" name="upload-intro" />
      {uploadDocument && <UploadForm running={uploadDocument} />}
      <Disclosure summary="Earlier Uploads" open>
        <History state={state} send={send} />
      </Disclosure>
    </SidebarLayout>
  );
}

function UploadStopped({ send }: Pick<ViewProps<typeof uploadDocuments>, 'send'>) {
  return (
    <Notice
      kind="error"
      id="notice"
      action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
    >
      <p>The form couldn't be shown.</p>
    </Notice>
  );
}

export const uploadDocumentsViews = {
  openForUploads: UploadDocuments,
  uploadStopped: UploadStopped,
} satisfies ViewsOf<typeof uploadDocuments>;
