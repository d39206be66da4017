/** The double-click guard ignores the second click if it hits another control than the first. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardDoubleClicks } from '#src/app/browser/double-click-guard.ts';

const page = document.createElement('div');
page.innerHTML = `
  <button type="button">Submit</button>
  <input type="checkbox" id="terms" /><label for="terms">I <em>agree</em></label>
  <p>Text</p>`;
guardDoubleClicks(page);

function part<E extends Element>(selector: string, kind: new () => E): E {
  const found = page.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`There is no ${selector}`);
  return found;
}
const button = part('button', HTMLButtonElement);
const terms = part('input', HTMLInputElement);
const label = part('label em', HTMLElement);

/** Dispatches a click as a browser does; `detail` counts the clicks at one position. */
const press = (target: Element, detail: number) =>
  target.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));

let presses = 0;
button.addEventListener('click', () => (presses += 1));
beforeEach(() => {
  presses = 0;
  terms.checked = false;
  document.body.append(page);
});
afterEach(() => page.remove());

it.each([
  ['a box', terms],
  ['the label of a box', label],
])('ignores the second click on %s that has moved under the pointer', (_, target) => {
  press(button, 1);
  press(target, 2);
  expect(terms.checked).toBe(false);
});

it('ignores the second click on a button that has moved under the pointer', () => {
  press(part('p', HTMLParagraphElement), 1);
  press(button, 2);
  expect(presses).toBe(0);
});

it('prevents a focus change after the control has disappeared, and allows selecting text', () => {
  const isHeeded = (target: Element) =>
    target.dispatchEvent(new MouseEvent('mousedown', { detail: 2, bubbles: true, cancelable: true }));
  const text = part('p', HTMLParagraphElement);
  press(button, 1);
  expect([isHeeded(text), isHeeded(button)]).toEqual([false, true]);
  press(text, 1);
  expect(isHeeded(text)).toBe(true);
});

it('allows every click on the same control, also on its label', () => {
  press(button, 1);
  press(button, 2);
  press(button, 3);
  expect(presses).toBe(3);
  press(label, 1);
  expect(terms.checked).toBe(true);
  press(terms, 2);
  expect(terms.checked).toBe(false);
});

it('allows keyboard activation and single clicks', () => {
  press(button, 1);
  press(terms, 0);
  expect(terms.checked).toBe(true);
  press(terms, 1);
  expect(terms.checked).toBe(false);
});
