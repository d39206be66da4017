/**
 * Performs the gestures of a person in the page, which takes a few milliseconds where the browser's automation protocol
 * takes a hundred. As there, a click fails on an element that is disabled or covered by another one. The journeys make
 * real clicks and key presses.
 */
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Gesture } from 'xstate-workbench/model';

// A person can choose any file: the system's dialog only prefers the accepted ones.
const user = userEvent.setup({ delay: null, applyAccept: false });

/** How long to wait for an element that is disabled or covered for a moment, in milliseconds. */
const WAITING = { timeout: 10_000, interval: 5 };

const isControl = (element: Element) =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLButtonElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Returns the topmost element at the middle of an element. */
function topmostAt(element: Element): Element | null {
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // A link can be on two lines, with its middle on neither.
  const [first] = element.getClientRects();
  if (first === undefined) return null;
  return document.elementFromPoint(first.x + first.width / 2, first.y + first.height / 2);
}

const isReachable = (element: Element): boolean => element.contains(topmostAt(element));

/** Returns the element that a person clicks: a control, or its label if the design hides the control behind it. */
function clickable(element: Element): Element {
  if (isControl(element) && element.disabled) throw new Error(`It is disabled: ${element.outerHTML}`);
  const labels = isControl(element) ? [...(element.labels ?? [])] : [];
  const found = [element, ...labels].find(isReachable);
  if (found === undefined) {
    throw new Error(`It is covered by ${topmostAt(element)?.outerHTML.slice(0, 200)}: ${element.outerHTML}`);
  }
  return found;
}

async function fill(element: Element, value: string): Promise<void> {
  await user.clear(element);
  if (value === '') return;
  await user.click(element);
  await user.paste(value);
}

/** Waits until the page is idle: a person does not press a button within the milliseconds of a redirect. */
const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));

/** Performs a gesture on the element that its role and name identify. */
export async function perform({ first, action, role, name, group, value = '' }: Gesture): Promise<void> {
  if (first !== undefined) await perform(first);
  const place = group === undefined ? page : page.getByRole('radiogroup', { name: group, exact: true });
  const target =
    role === 'password' || role === 'file'
      ? place.getByLabelText(name, { exact: true })
      : place.getByRole(role, { name, exact: true });
  const find = () => {
    const element = target.element();
    if (!(element instanceof HTMLElement)) throw new Error(`It is not an element of HTML: ${name}`);
    return element;
  };
  await idle();
  const click = async () => user.click(await vi.waitFor(() => clickable(find()), WAITING));
  const element = await vi.waitFor(find, WAITING);
  switch (action) {
    case 'fill':
      return fill(element, value);
    case 'leave':
      element.focus();
      return element.blur();
    case 'choose':
      if (role !== 'combobox') return click();
      return user.selectOptions(element, value);
    case 'upload':
      // A person who opens the file chooser has focus on it.
      element.focus();
      return user.upload(element, new File(['%PDF-1.7'], value));
    case 'click':
      return click();
    case 'check':
    case 'uncheck':
      if (element instanceof HTMLInputElement && element.checked === (action === 'check')) return undefined;
      return click();
  }
}
