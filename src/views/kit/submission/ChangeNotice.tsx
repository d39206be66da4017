/** Result of the last change on a page (`changeOnce`), or that its outcome is being checked. */
import { Notice } from '../../../ui/index.ts';
import { OutcomeCheckFailed } from './OutcomeCheckFailed.tsx';
import { OutcomeUnknown, type OutcomeUnknownProps, isOutcomeUnknown } from './OutcomeUnknown.tsx';
import type { SubmissionMessages } from './messages.ts';

export interface ChangeNoticeProps {
  /** The running machine of the change. Undefined without a change. */
  readonly submission: OutcomeUnknownProps['submission'] | undefined;
  /** Whether the request of the outcome failed. */
  readonly hasCheckFailed: boolean;
  readonly onRetry: () => void;
  readonly messages: SubmissionMessages;
  /** The result, and whether the change succeeded. */
  readonly result: { readonly isDone: boolean; readonly text: string } | null;
}

export function ChangeNotice({ submission, hasCheckFailed, onRetry, messages, result }: ChangeNoticeProps) {
  if (isOutcomeUnknown(submission)) return <OutcomeUnknown submission={submission} messages={messages} />;
  if (hasCheckFailed) return <OutcomeCheckFailed onRetry={onRetry} messages={messages} />;
  if (result === null) return null;
  return (
    <Notice kind={result.isDone ? 'success' : 'error'} id="notice">
      <p>{result.text}</p>
    </Notice>
  );
}
