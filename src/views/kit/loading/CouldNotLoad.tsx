/** Error with a retry button, shown if the data of a page failed to load (P §8, data load failure). */
import { Button, Notice } from '../../../ui/index.ts';

export interface CouldNotLoadProps {
  readonly send: (event: { readonly type: 'retry.wanted' }) => void;
}

export function CouldNotLoad({ send }: CouldNotLoadProps) {
  return (
    <Notice kind="error" id="notice" action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}>
      <p>
        Sorry, there&apos;s been a problem. We were unable to load all of your data. You can try to refresh your browser
        or try logging out and logging back in.
      </p>
    </Notice>
  );
}
