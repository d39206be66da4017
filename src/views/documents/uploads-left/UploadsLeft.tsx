/** Uploads of documents whose page the person has left, shown on every page. */
import * as v from 'valibot';
import { documentMessages } from '#domain/documents/messages.ts';
import { RefusalReason } from '#domain/documents/shapes.ts';
import { isolated } from '#domain/isolated-text.ts';
import { getMessage } from '#domain/issue.ts';
import { Button, Notice, ProgressBar, Stack, TextLink, usePages } from '../../../ui/index.ts';

export interface LeftUpload {
  readonly id: string;
  /** The name of the file. */
  readonly name: string;
  /** The sent part, in whole percent. */
  readonly percent: number;
  readonly state: 'sending' | 'received' | 'refused' | 'unknown';
  /** The code of the server's reason, if it gave one. */
  readonly reason: string | null;
}

export interface UploadsLeftProps {
  readonly uploads: readonly LeftUpload[];
  readonly onClose: (id: string) => void;
}

const UPLOADS = '/documents/upload-documents';

/** Returns the text for the reason of a refusal. */
const getRefusalMessage = ({ reason }: LeftUpload): string =>
  v.is(RefusalReason, reason)
    ? getMessage(documentMessages, { code: reason })
    : 'Please choose the file and try again.';

/** Link to the page on which documents are uploaded and listed, if the person has it. */
function ToUploads() {
  const hasPage = usePages();
  return hasPage(UPLOADS) ? (
    <p>
      <TextLink href={UPLOADS}>Upload Documents</TextLink>
    </p>
  ) : null;
}

function Ended({ upload, onClose }: { readonly upload: LeftUpload; readonly onClose: () => void }) {
  const name = isolated(upload.name);
  const close = (
    <Button variant="secondary" context={upload.name} onClick={onClose}>
      Close
    </Button>
  );
  if (upload.state === 'received') {
    return <Notice kind="success" heading={`${name} was uploaded.`} action={close} />;
  }
  if (upload.state === 'refused') {
    return (
      <Notice kind="error" heading={`${name} wasn't uploaded.`} action={close}>
        <p>{getRefusalMessage(upload)}</p>
        <ToUploads />
      </Notice>
    );
  }
  return (
    <Notice kind="error" heading={`We don't know yet if ${name} reached us.`} action={close}>
      <p>Please look at your uploaded documents before you send it again.</p>
      <ToUploads />
    </Notice>
  );
}

export const UploadsLeft = ({ uploads, onClose }: UploadsLeftProps) => (
  <section aria-label="Your uploads">
    <Stack>
      {uploads.map((upload) =>
        upload.state === 'sending' ? (
          <ProgressBar key={upload.id} name={`Uploading ${isolated(upload.name)}`} percent={upload.percent} />
        ) : (
          <Ended key={upload.id} upload={upload} onClose={() => onClose(upload.id)} />
        ),
      )}
    </Stack>
  </section>
);
