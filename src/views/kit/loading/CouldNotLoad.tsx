/** Error with a retry button, shown if the data of a page failed to load (P §8, data load failure). */
import { Button, Notice } from '../../../ui/index.ts';
import { couldNotLoad } from './messages.ts';

export interface CouldNotLoadProps {
  readonly send: (event: { readonly type: 'retry.requested' }) => void;
}

export function CouldNotLoad({ send }: CouldNotLoadProps) {
  return (
    <Notice
      kind="error"
      id="notice"
      action={<Button onClick={() => send({ type: 'retry.requested' })}>Try again</Button>}
    >
      <p>{couldNotLoad}</p>
    </Notice>
  );
}
