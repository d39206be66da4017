import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

export interface Modal {
  ref: RefObject<HTMLDialogElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onCancel: (event: SyntheticEvent) => void;
}

/**
 * Opens a native `dialog` as a modal while it is rendered. Focus moves to the element marked `data-initial-focus`, or
 * else to the title, and returns to the previous element when the dialog closes. `staysOnBackdrop` ignores clicks on
 * the backdrop.
 */
export function useModal(onDismiss: (() => void) | undefined, staysOnBackdrop = false): Modal {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog) return undefined;
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>('[data-initial-focus]') ?? dialog.querySelector<HTMLElement>('h2');
    first?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return {
    ref,
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return;
      // Prevents the browser from closing the element. The browser does not allow `cancel` to prevent a second Escape.
      event.preventDefault();
      event.stopPropagation();
      onDismiss?.();
    },
    onClick: (event) => {
      // A click on the backdrop has the dialog element as its target.
      if (event.target === ref.current && !staysOnBackdrop) onDismiss?.();
    },
    onCancel: (event) => event.preventDefault(),
  };
}
