/** The states of a country that was chosen did not come. */
import { Button, Notice } from '../../ui/index.ts';

export interface StatesMissingProps {
  readonly send: (event: { readonly type: 'states.wanted' }) => void;
  /** Whether something else is told at the same moment, so that this is not told over it. */
  readonly isSaidElsewhere: boolean;
}

export const StatesMissing = ({ send, isSaidElsewhere }: StatesMissingProps) => (
  <Notice
    kind="error"
    isSaidElsewhere={isSaidElsewhere}
    action={
      <Button variant="secondary" onClick={() => send({ type: 'states.wanted' })}>
        Load the states again
      </Button>
    }
  >
    <p>The states of this country could not be loaded.</p>
  </Notice>
);
