/** Notice shown if the server rejected the change or did not respond (ruling 3). */
import { Notice } from '../../../ui/index.ts';

export interface CouldNotSaveProps {
  readonly notice: 'couldNotSave' | null;
  /** Label of the button that retries. */
  readonly button: string;
}

export function CouldNotSave({ notice, button }: CouldNotSaveProps) {
  if (notice === null) return null;
  return (
    <Notice kind="error" id="notice" heading="Sorry, we can't tell yet whether your contact information was saved.">
      <p>Nothing you entered is lost. Please choose {button} again. We save it only once.</p>
    </Notice>
  );
}
