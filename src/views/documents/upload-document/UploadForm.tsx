/** Upload form for a document (P §2.9) for borrowers and visitors, with its notices and receipt. */
import type { ReactNode } from 'react';
import { ACCEPTED_EXTENSIONS, FILE_TYPE_NAMES, formatFileSize } from '#domain/documents/files.ts';
import { isolated } from '#domain/isolated-text.ts';
import { NOT_SCANNED, documentFieldLabels } from '#domain/documents/messages.ts';
import type { UploadReceipt, UploadValues } from '#domain/documents/shapes.ts';
import { type Issue, getMessage } from '#domain/issue.ts';
import type { ChildrenOf, Running } from '#machines/kit/view.ts';
import type { uploadDocument } from '#machines/documents/upload-document/upload-document.machine.ts';
import type { anonymousUpload } from '#machines/documents/anonymous-upload/anonymous-upload.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Content,
  FileField,
  Form,
  Notice,
  ProgressBar,
  Select,
  Stack,
  SummaryList,
} from '../../../ui/index.ts';
import { type FormFields, formFields } from '../../kit/form/form-fields.tsx';
import { OutcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { uploadMessages, useDocumentMessages } from './messages.ts';

type Machine = typeof uploadDocument | typeof anonymousUpload;

type Children = ChildrenOf<typeof uploadDocument> | ChildrenOf<typeof anonymousUpload>;
type SubmitDocument = NonNullable<Children['submitDocument']>;

/** The running machine of an upload form. */
interface RunningUpload {
  readonly state: Running<Machine>['state'];
  readonly send: Running<typeof uploadDocument>['send'];
  readonly children: Children;
}

export interface UploadFormProps {
  readonly running: RunningUpload;
  /** Renders the fields before the file. */
  readonly renderBefore?: (fields: FormFields<UploadValues>, isBusy: boolean) => ReactNode;
}

/** Error of the last upload (P §8, R §8): the managed content first, then the reason if it is known (ruling 64). */
function Failed({ reason }: { reason: Issue | null }) {
  const messages = useDocumentMessages();
  return (
    <Notice
      kind="error"
      id="notice"
      heading={
        <Content
          section="documents"
          name="upload-failed"
          inline
          fallbackWhileLoading
          fallback="The upload didn't work."
        />
      }
    >
      <Content
        section="documents"
        name="unable-to-upload"
        fallbackWhileLoading
        fallback={<p>We were unable to upload your document. Choose the file and try again.</p>}
      />
      {reason && <p>{getMessage(messages, reason)}</p>}
    </Notice>
  );
}

/** Notice after a canceled upload. The form keeps its input. */
const Canceled = () => (
  <Notice kind="info" id="notice">
    <p>The upload was canceled, and nothing of your document was kept.</p>
  </Notice>
);

/** Button that cancels an upload in progress. */
function CancelButton({ submission }: { submission: SubmitDocument }) {
  return (
    <Button
      variant="secondary"
      busy={submission.state.matches('canceling')}
      busyText="Canceling…"
      onClick={() => submission.send({ type: 'sending.canceled' })}
    >
      Cancel
    </Button>
  );
}

function Received({ receipt, onAnother }: { receipt: UploadReceipt; onAnother: () => void }) {
  const { confirmationNumber, fileName, fileSizeFormatted, isScanSkipped = false } = receipt;
  return (
    <Stack gap="large">
      <Notice kind="success" id="notice">
        <Content
          section="documents"
          name="upload-success"
          fallbackWhileLoading
          fallback={<p>Your document has been uploaded.</p>}
        />
      </Notice>
      <SummaryList
        rows={[
          { label: 'File', value: `${isolated(fileName)} (${fileSizeFormatted})` },
          { label: 'Confirmation number', value: confirmationNumber },
        ]}
      />
      {isScanSkipped && <p>{NOT_SCANNED}</p>}
      <ButtonRow>
        <Button variant="secondary" onClick={onAnother}>
          Upload Another Document
        </Button>
      </ButtonRow>
    </Stack>
  );
}

export function UploadForm({ running, renderBefore }: UploadFormProps) {
  const {
    state,
    send,
    children: { submitDocument },
  } = running;
  const { form, file, notice, receipt, documentTypes, isForApplication, maxFileMegabytes } = state.context;
  const messages = useDocumentMessages();
  const chosen = file === null ? undefined : `${isolated(file.name)} (${formatFileSize(file.size)})`;
  if (state.matches('uploaded') && receipt !== null) {
    return <Received receipt={receipt} onAnother={() => send({ type: 'another.requested' })} />;
  }
  if (state.matches('outcomeCheckFailed')) {
    return <OutcomeCheckFailed onRetry={() => send({ type: 'retry.requested' })} messages={uploadMessages} />;
  }
  const progress = submitDocument?.state.context.progress ?? 0;
  const cancelButton = submitDocument && <CancelButton submission={submitDocument} />;
  if (isOutcomeUnknown(submitDocument)) {
    return <OutcomeUnknown submission={submitDocument} messages={uploadMessages} />;
  }
  const isBusy = state.hasTag('busy');
  const fields = formFields({ form, send, labels: documentFieldLabels, messages, disabled: isBusy });
  const { text, panel } = fields;
  const { onLeave: _, onChange: __, ...chooser } = text('file');
  const choose = (given: File | null) =>
    send({
      type: 'file.chosen',
      file: given && { name: given.name, size: given.size, mediaType: given.type, content: given },
    });
  return (
    <Stack gap="large">
      {notice?.kind === 'failed' && <Failed reason={notice.reason} />}
      {notice?.kind === 'canceled' && <Canceled />}
      {panel}
      <Form onSubmit={() => send({ type: 'upload.pressed' })}>
        <Card>
          <Stack gap="large">
            {renderBefore?.(fields, isBusy)}
            <FileField
              {...chooser}
              accept={ACCEPTED_EXTENSIONS}
              hint={`${FILE_TYPE_NAMES}, up to ${maxFileMegabytes} MB`}
              note={chosen === undefined ? undefined : `Chosen: ${chosen}`}
              onChoose={choose}
            />
            {!isForApplication && (
              <Select
                {...text('documentTypeId')}
                placeholder="Select"
                options={documentTypes.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
          </Stack>
        </Card>
        {isBusy && (
          <ProgressBar name={`Uploading ${file === null ? 'your document' : isolated(file.name)}`} percent={progress} />
        )}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={uploadMessages.sending}>
            Upload File
          </Button>
          {cancelButton}
        </ButtonRow>
      </Form>
    </Stack>
  );
}
