import { documentMessages } from '#domain/documents/messages.ts';
import { useContent } from '../../ui/index.ts';
import type { SubmissionMessages } from '../submission/messages.ts';

/** The sentences of the forms: two of them are managed texts (P §8), for which ours stand until they have arrived. */
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

/** What is said while a document is under way. */
export const uploadMessages: SubmissionMessages = {
  sending: 'Uploading…',
  outcomeUnknown: 'We are checking whether your document has arrived',
  explanation: "We haven't heard back yet. Please don't upload it again: we keep it only once.",
  asking: 'Checking whether your document has arrived…',
};
