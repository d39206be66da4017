/** A page that could not be fetched (P §8, data load failure): what to do, and a button that tries again. */
import { Button, Notice } from '../../ui/index.ts';

export function CouldNotLoad({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice kind="error" id="notice" action={<Button onClick={onRetry}>Try again</Button>}>
      <p>
        Sorry, there&apos;s been a problem. We were unable to load all of your data. You can try to refresh your browser
        or try logging out and logging back in.
      </p>
    </Notice>
  );
}
