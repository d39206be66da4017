/** Names written from right to left beside numbers, and buttons under a page translation. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { isolated } from '#domain/isolated-text.ts';
import { methodMessages } from '#domain/payments/banking/messages.ts';
import { SummaryList, TextField } from '#src/ui/index.ts';
import { methodName } from '#src/views/payments/payment-auto-debit/AccountCard.tsx';
import { methodRow } from '#src/views/payments/payflow/PaymentSummary.tsx';

afterEach(cleanup);

const HEBREW = 'חשבון 12';

/** Returns the visible characters of an element from left to right. */
function fromLeftToRight(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: { readonly left: number; readonly character: string }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('.ui-sr')) continue;
    for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left, width } = range.getBoundingClientRect();
      if (width > 0) found.push({ left, character: range.toString() });
    }
  }
  return found
    .sort((a, b) => a.left - b.left)
    .map(({ character }) => character)
    .join('');
}

describe('a nickname written from right to left', () => {
  it('does not turn the masked number after it round', () => {
    render(<SummaryList rows={[methodRow(HEBREW, '*****6789')]} />);
    const [value] = document.getElementsByTagName('dd');
    expect(value && fromLeftToRight(value)).toMatch(/\*{5}6789$/);
  });

  it.each([
    methodName({ profileName: HEBREW, bankName: '24/7', accountNumber: '*****6789' }),
    `${methodMessages.renamed(HEBREW)} (1)`,
  ])('leaves the order of the text around it: %s', (text) => {
    render(<p>{text}</p>);
    const read = fromLeftToRight(screen.getByText(/./, { selector: 'p' }));
    const [before = '', after = ''] = text.split(isolated(HEBREW));
    expect(read.startsWith(before.trim())).toBe(true);
    expect(read.endsWith(after.trim())).toBe(true);
  });

  it('cannot end its isolation, and other names stay as they are', () => {
    expect(isolated('\u2069\u202Egpj.exe')).toBe('\u2068\u202Egpj.exe\u2069');
    expect(isolated("Zoë O'Brien (2)")).toBe("Zoë O'Brien (2)");
  });
});

/** Replaces the texts of the page as translations of browsers do. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

it('changes the word of the button that shows a number, also on a translated page', async () => {
  render(<TextField name="ssn" label="Number" value="123" secret onChange={() => undefined} />);
  const button = screen.getByRole('button');
  translate(button);
  await userEvent.click(button);
  expect(button.textContent).toBe('Hide Number');
});
