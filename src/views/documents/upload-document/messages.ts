import { documentMessages } from '#domain/documents/messages.ts';
import { useContent } from '../../../ui/index.ts';
import type { SubmissionMessages } from '../../kit/submission/messages.ts';

/** Returns the messages of the forms. Two of them are managed content (P §8) with fallbacks while it loads. */
export function useDocumentMessages(): typeof documentMessages {
  const { html: noFile } = useContent('documents', 'file-select');
  const { html: noType } = useContent('documents', 'doc-type-error');
  return {
    ...documentMessages,
    'file.required': () => noFile?.trim() || documentMessages['file.required']({ code: 'file.required' }),
    'documentType.required': () =>
      noType?.trim() || documentMessages['documentType.required']({ code: 'documentType.required' }),
  };
}

/** Texts during an upload. */
export const uploadMessages: SubmissionMessages = {
  sending: 'Uploading…',
  outcomeUnknown: "We're checking whether your document has arrived",
  explanation: "We haven't heard back yet. Please don't upload it again: we keep it only once.",
  asking: 'Checking whether your document has arrived…',
};
