/** The code of the chat did not arrive: what can be done instead. */
import { Button, ButtonRow, Dialog, PhoneLink } from '../../ui/index.ts';

export function ChatMissing({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      kind="alert"
      title="The chat could not be opened"
      onDismiss={onClose}
      actions={
        <ButtonRow align="end">
          <Button onClick={onClose}>Close</Button>
        </ButtonRow>
      }
    >
      <p>
        You may be offline. Please try again, or call us at <PhoneLink />.
      </p>
    </Dialog>
  );
}
