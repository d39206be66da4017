/**
 * Leaving a field shows its error, and an error moves what is below it. A press on a button below takes focus away first:
 * were the error shown at once, the button would slide from under the finger and the press would miss it. So a leave that
 * a press caused is told after the press has ended.
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

/** Calls `leave` now, or after the click when a press is under way. */
export function afterPress(leave: () => void): void {
  if (!isPressed) return leave();
  const end = () => {
    document.removeEventListener('pointerup', end, { capture: true });
    document.removeEventListener('pointercancel', end, { capture: true });
    // The click follows the end of the press at once; this follows the click.
    setTimeout(leave);
  };
  document.addEventListener('pointerup', end, { capture: true });
  document.addEventListener('pointercancel', end, { capture: true });
}
