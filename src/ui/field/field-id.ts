/**
 * Returns the id of a field's control. Error links and focus use it to find the field. Replaces dots and other
 * characters that are inconvenient in ids and selectors.
 */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^\w-]/g, '-')}`;

/** Focuses a field, or the first option of a group, and scrolls it into view. Returns false if it does not exist. */
export function focusField(name: string): boolean {
  const control = document.getElementById(fieldId(name));
  if (!control) return false;
  // Elements in a closed disclosure cannot receive focus.
  for (let fold = findClosedDetails(control); fold !== null; fold = findClosedDetails(control)) fold.open = true;
  control.focus({ preventScroll: true });
  // The label and the message above the control must be visible too.
  (control.closest('[data-field]') ?? control).scrollIntoView({ block: 'center' });
  return true;
}

const findClosedDetails = (element: Element) => element.closest<HTMLDetailsElement>('details:not([open])');
