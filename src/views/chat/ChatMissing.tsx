/** The code of the chat did not arrive: what can be done instead. */
import { MessageDialog, PhoneLink } from '../../ui/index.ts';

export function ChatMissing({ onClose }: { onClose: () => void }) {
  return (
    <MessageDialog kind="alert" title="The chat could not be opened" onClose={onClose}>
      <p>
        You may be offline. Please try again, or call us at <PhoneLink />.
      </p>
    </MessageDialog>
  );
}
