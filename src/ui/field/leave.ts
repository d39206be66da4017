/**
 * Delays blur validation during a press. A field that loses focus shows its error, which moves the content below. If
 * the press of a button caused the blur, the button would move before the click. Therefore a blur during a press is
 * reported after the press has ended: before the action of a button, so that the action has the formatted value, and
 * after all other clicks, because React would undo the click on a radio button if it rendered the form during it.
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

/** Calls `leave` immediately or, if a press is in progress, after it. */
export function afterPress(leave: () => void): void {
  if (!isPressed) return leave();
  const press = new AbortController();
  const listening = { capture: true, signal: press.signal };
  const report = () => {
    if (press.signal.aborted) return;
    press.abort();
    leave();
  };
  // The click event directly follows the end of the press. The timeout runs after it, for a press without a click.
  const end = () => setTimeout(report);
  const click = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button') !== null) report();
  };
  document.addEventListener('click', click, listening);
  document.addEventListener('pointerup', end, listening);
  document.addEventListener('pointercancel', end, listening);
}
