/** The document that an application requires, with the upload form (R §4 Next steps). */
import type { ReactNode } from 'react';
import type { DocumentType } from '#domain/documents/shapes.ts';
import { Button, Card, Notice, PhoneLink, Stack } from '../../../ui/index.ts';
import { ToRepaymentOptions } from './ToRepaymentOptions.tsx';
import { UploadForm, type UploadFormProps } from '../../documents/upload-document/UploadForm.tsx';

export interface RequiredDocumentProps {
  readonly documentTypes: readonly DocumentType[];
  /** Type of the required document. */
  readonly documentTypeId: number;
  /** The running machine of the upload. Undefined if it has stopped. */
  readonly upload: UploadFormProps['running'] | undefined;
  readonly isStopped: boolean;
  readonly onRetry: () => void;
  /** Whether the document is optional. */
  readonly isOptional?: boolean;
  /** Whether the application postpones payments. */
  readonly isPostponing?: boolean;
  /** Managed content about the document. */
  readonly children: ReactNode;
}

export function RequiredDocument({
  documentTypes,
  documentTypeId,
  upload,
  isStopped,
  onRetry,
  isOptional = false,
  isPostponing = true,
  children,
}: RequiredDocumentProps) {
  const required = documentTypes.find(({ id }) => id === documentTypeId);
  return (
    <>
      <Card heading={isOptional ? 'If you have a document for us' : 'What we need from you'}>
        <Stack gap="large">
          {children}
          {required && (
            <p>
              Document: <strong>{required.name}</strong>
            </p>
          )}
          {upload && <UploadForm running={upload} />}
          {isStopped && (
            <Notice kind="error" id="notice" action={<Button onClick={onRetry}>Try again</Button>}>
              <p>The form couldn't be shown.</p>
            </Notice>
          )}
        </Stack>
      </Card>
      <p>
        {isPostponing
          ? 'Keep paying until we tell you that your payments are paused.'
          : "The benefits you applied for don't pause your payments."}{' '}
        If you have questions, call us at <PhoneLink />.
      </p>
      <ToRepaymentOptions />
    </>
  );
}
