/** Error with a retry button, shown if the code of a page failed to load. */
import { Button, ButtonLink, ButtonRow, Notice } from '../../../ui/index.ts';

export function PageMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      kind="error"
      heading="Sorry, there’s been a problem."
      action={
        <ButtonRow>
          <Button onClick={onRetry}>Try again</Button>
          <ButtonLink href="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        </ButtonRow>
      }
    >
      <p>
        Part of this site didn&apos;t load. You may be offline, or the site has just been updated. Nothing was changed.
      </p>
    </Notice>
  );
}
