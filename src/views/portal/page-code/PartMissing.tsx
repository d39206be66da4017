/** Error about a lazy-loaded part that failed to load, with advice. */
import { ConfirmDialog, MessageDialog, PhoneLink } from '../../../ui/index.ts';

export interface PartMissingProps {
  /** Name of the part, at the start of a sentence. */
  readonly what: string;
  readonly onClose: () => void;
  /** Reloads the page. Present if the part cannot load without that. */
  readonly onReload?: (() => void) | undefined;
}

export function PartMissing({ what, onClose, onReload }: PartMissingProps) {
  const title = `${what} couldn't be opened`;
  if (onReload !== undefined) {
    return (
      <ConfirmDialog
        title={title}
        confirmLabel="Reload this page"
        cancelLabel="Close"
        onConfirm={onReload}
        onCancel={onClose}
      >
        <p>
          Reload this page and try again, or call us at <PhoneLink />. Finish what you’re typing first, because
          reloading may clear it.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <MessageDialog kind="alert" title={title} onClose={onClose}>
      <p>
        You may be offline. Please try again, or call us at <PhoneLink />.
      </p>
    </MessageDialog>
  );
}
