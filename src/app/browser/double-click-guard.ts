/**
 * Guards against double clicks. The second click counts only on the control that received the first. If the screen has
 * changed in between (an error panel above the form, the next step), the second click would press, or agree to,
 * whatever moved under the pointer.
 */
/** The controls and their labels. */
export const CONTROLS = 'a[href], button, input, select, textarea, summary, label';

/** Returns the control that a press on this element activates; for a label, its control. */
function controlAt(target: EventTarget | null): Element | null {
  const found = target instanceof Element ? target.closest(CONTROLS) : null;
  return found instanceof HTMLLabelElement ? (found.control ?? found) : found;
}

/**
 * Ignores the second press of a double click on a control other than the first: it triggers nothing, and focus remains
 * where the new screen has put it. Key presses are not affected.
 */
export function guardDoubleClicks(page: Pick<EventTarget, 'addEventListener'>): void {
  let first: Element | null = null;
  const isStray = ({ detail, target }: MouseEvent): boolean => detail > 1 && controlAt(target) !== first;
  const restoreFocus = (event: Event) => {
    if (event instanceof MouseEvent && first !== null && isStray(event)) event.preventDefault();
  };
  const guardClick = (event: Event) => {
    if (!(event instanceof MouseEvent)) return;
    if (event.detail < 2) first = controlAt(event.target);
    if (!isStray(event) || controlAt(event.target) === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  page.addEventListener('mousedown', restoreFocus, { capture: true });
  page.addEventListener('click', guardClick, { capture: true });
}
