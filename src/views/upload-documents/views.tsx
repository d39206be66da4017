/** The page of people who are signed in: the form, and below it their earlier uploads (P §2.9). */
import type { UploadedDocument } from '#domain/documents/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { uploadDocuments } from '#machines/upload-documents/upload-documents.machine.ts';
import { formatUsDate, businessDate } from '#domain/calendar.ts';
import { Busy, Button, type Column, Content, DataTable, Disclosure, Notice, Stack } from '../../ui/index.ts';
import { UploadForm } from '../upload-document/UploadForm.tsx';

const columns: readonly Column<UploadedDocument>[] = [
  {
    key: 'uploaded',
    header: 'Uploaded Date',
    cell: ({ uploadedDateTime }) => formatUsDate(businessDate(new Date(uploadedDateTime))),
  },
  { key: 'name', header: 'File Name', names: true, cell: ({ fileName }) => fileName },
  { key: 'size', header: 'File Size', cell: ({ fileSizeFormatted }) => fileSizeFormatted },
];

function History({ state, send }: Pick<ViewProps<typeof uploadDocuments>, 'state' | 'send'>) {
  const { history } = state.context;
  if (state.matches({ openForUploads: 'couldNotLoadHistory' })) {
    return (
      <Notice
        kind="warning"
        action={
          <Button variant="secondary" onClick={() => send({ type: 'retry.wanted' })}>
            Load the List Again
          </Button>
        }
      >
        <p>Your earlier uploads could not be loaded.</p>
      </Notice>
    );
  }
  if (history === null) return <Busy text="Loading your earlier uploads…" />;
  if (history.length === 0) return <p>You have not uploaded any documents yet.</p>;
  return (
    <DataTable caption="Earlier uploads" columns={columns} rows={history} rowKey={({ documentId }) => documentId} />
  );
}

function UploadDocuments({ state, send, children: { uploadDocument } }: ViewProps<typeof uploadDocuments>) {
  return (
    <Stack gap="large">
      <Content section="documents" name="upload-intro" />
      {uploadDocument && <UploadForm running={uploadDocument} />}
      <Disclosure summary="Earlier Uploads" open>
        <History state={state} send={send} />
      </Disclosure>
    </Stack>
  );
}

function UploadStopped({ send }: Pick<ViewProps<typeof uploadDocuments>, 'send'>) {
  return (
    <Notice kind="error" id="notice" action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}>
      <p>The form could not be shown.</p>
    </Notice>
  );
}

export const uploadDocumentsViews = {
  openForUploads: UploadDocuments,
  uploadStopped: UploadStopped,
} satisfies ViewsOf<typeof uploadDocuments>;
