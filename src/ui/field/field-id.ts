/**
 * The id of the control that a field's `name` stands for. Error links and focus find fields by it; names may hold dots
 * and other characters that are awkward in ids and selectors.
 */
export const fieldId = (name: string): string => `field-${name.replaceAll(/[^\w-]/g, '-')}`;

/** Moves focus to a field (the first option of a group) and brings it into view. Answers whether the page has it. */
export function focusField(name: string): boolean {
  const control = document.getElementById(fieldId(name));
  if (!control) return false;
  // What is folded cannot take focus.
  for (let fold = closedFoldOf(control); fold !== null; fold = closedFoldOf(control)) fold.open = true;
  control.focus({ preventScroll: true });
  // The label and the message stand above the control and must be seen with it.
  (control.closest('[data-field]') ?? control).scrollIntoView({ block: 'center' });
  return true;
}

const closedFoldOf = (element: Element) => element.closest<HTMLDetailsElement>('details:not([open])');
