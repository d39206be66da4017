/**
 * Delays blur validation during a press. A field that loses focus shows its error, which moves the content below. If
 * the press of a button caused the blur, the button would move before the click. Therefore a blur during a press is
 * reported after the press has ended.
 */
let isPressed = false;

if (typeof document !== 'undefined') {
  const note = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  document.addEventListener('pointerdown', note(true), { capture: true });
  document.addEventListener('pointerup', note(false), { capture: true });
  document.addEventListener('pointercancel', note(false), { capture: true });
}

/** Calls `leave` immediately, or after the click if a press is in progress. */
export function afterPress(leave: () => void): void {
  if (!isPressed) return leave();
  const end = () => {
    document.removeEventListener('pointerup', end, { capture: true });
    document.removeEventListener('pointercancel', end, { capture: true });
    // The click event directly follows the end of the press. The timeout runs after it.
    setTimeout(leave);
  };
  document.addEventListener('pointerup', end, { capture: true });
  document.addEventListener('pointercancel', end, { capture: true });
}
