/** Error with a retry button, shown if the access check of a page failed. */
import { Button, Notice } from '../../../ui/index.ts';

export function NotOpened({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      kind="error"
      id="notice"
      heading="Sorry, there’s been a problem."
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      <p>We couldn&apos;t load this page. Nothing was changed. Please try again in a moment.</p>
    </Notice>
  );
}
