/** The code of something that was asked for did not arrive: what can be done instead. */
import { MessageDialog, PhoneLink } from '../../ui/index.ts';

export interface PartMissingProps {
  /** What was asked for, at the beginning of a sentence. */
  readonly what: string;
  readonly onClose: () => void;
}

export function PartMissing({ what, onClose }: PartMissingProps) {
  return (
    <MessageDialog kind="alert" title={`${what} could not be opened`} onClose={onClose}>
      <p>
        You may be offline. Please try again, or call us at <PhoneLink />.
      </p>
    </MessageDialog>
  );
}
