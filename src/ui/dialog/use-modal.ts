import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

export interface Modal {
  ref: RefObject<HTMLDialogElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onCancel: (event: SyntheticEvent) => void;
}

/**
 * What a native `dialog` needs to be modal for as long as it is rendered. Focus goes to the element marked
 * `data-initial-focus`, else to the title, and returns to where it was when the dialog goes away. With `staysOnBackdrop` a
 * press beside the dialog does not dismiss it.
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
      // The browser would close the element by itself, and lets nobody refuse a second Escape in `cancel`.
      event.preventDefault();
      event.stopPropagation();
      onDismiss?.();
    },
    onClick: (event) => {
      // The backdrop belongs to the element: a press on it is a press on the dialog itself.
      if (event.target === ref.current && !staysOnBackdrop) onDismiss?.();
    },
    onCancel: (event) => event.preventDefault(),
  };
}
