/** Error with a retry button, shown if the states of the selected country failed to load. */
import { Button, Notice } from '../../../ui/index.ts';

export interface StatesMissingProps {
  readonly send: (event: { readonly type: 'states.requested' }) => void;
  /** Whether another message is announced at the same time, so that this one stays silent. */
  readonly isAnnouncedElsewhere: boolean;
}

export const StatesMissing = ({ send, isAnnouncedElsewhere }: StatesMissingProps) => (
  <Notice
    kind="error"
    isAnnouncedElsewhere={isAnnouncedElsewhere}
    action={
      <Button variant="secondary" onClick={() => send({ type: 'states.requested' })}>
        Load the states again
      </Button>
    }
  >
    <p>We couldn&apos;t load the states of this country.</p>
  </Notice>
);
