/** The second press of a double click counts only where the first was. */
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

/** A press as the browser tells it: `detail` counts the presses in one place. */
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
])('does not tick %s that has come under the pointer', (_, target) => {
  press(button, 1);
  press(target, 2);
  expect(terms.checked).toBe(false);
});

it('does not press a button that has come under the pointer', () => {
  press(part('p', HTMLParagraphElement), 1);
  press(button, 2);
  expect(presses).toBe(0);
});

it('leaves focus alone where the control has gone, and text to be selected', () => {
  const isHeeded = (target: Element) =>
    target.dispatchEvent(new MouseEvent('mousedown', { detail: 2, bubbles: true, cancelable: true }));
  const text = part('p', HTMLParagraphElement);
  press(button, 1);
  expect([isHeeded(text), isHeeded(button)]).toEqual([false, true]);
  press(text, 1);
  expect(isHeeded(text)).toBe(true);
});

it('leaves every press on the same control alone, by its label too', () => {
  press(button, 1);
  press(button, 2);
  press(button, 3);
  expect(presses).toBe(3);
  press(label, 1);
  expect(terms.checked).toBe(true);
  press(terms, 2);
  expect(terms.checked).toBe(false);
});

it('leaves keys and single presses alone', () => {
  press(button, 1);
  press(terms, 0);
  expect(terms.checked).toBe(true);
  press(terms, 1);
  expect(terms.checked).toBe(false);
});
