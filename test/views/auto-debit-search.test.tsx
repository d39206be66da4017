/** Auto Debit with many accounts: the first ten, a search by number, and all on request. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import { afterEach, expect, it } from 'vitest';
import { autoDebit } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import { off } from '#machines/payments/payment-auto-debit/payment-auto-debit.model.ts';
import { autoDebitViews } from '#src/views/payments/payment-auto-debit/views.tsx';

afterEach(cleanup);

const { showingAutoDebits: AutoDebit } = autoDebitViews;

const show = (count: number) => {
  const { context } = createActor(autoDebit, { input: { draft: null } }).getSnapshot();
  const accounts = Array.from({ length: count }, (_, index) => {
    const accountNumber = `E1002003${String(index).padStart(2, '0')}`;
    return { ...off, accountId: accountNumber, accountNumber };
  });
  const state = autoDebit.resolveState({ value: 'showingAutoDebits', context: { ...context, accounts } });
  const actors = { children: {} };
  render(<AutoDebit state={state} send={() => undefined} {...actors} />);
};
const shown = () => screen.getAllByRole('heading', { name: /^Direct Loans · E/ }).length;

it('shows the first ten of many accounts, finds one by its number, and shows all', async () => {
  show(12);
  expect(shown()).toBe(10);
  const field = screen.getByRole('textbox', { name: 'Find an account by its number' });
  await userEvent.type(field, '11');
  expect(shown()).toBe(1);
  expect(screen.getByText('1 of 12 accounts')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12 accounts' }));
  expect(shown()).toBe(12);
  expect(screen.getAllByRole('link', { name: /^Add a payment method/ })[10]).toHaveFocus();
});

it('has no search for a few accounts', () => {
  show(6);
  expect(shown()).toBe(6);
  expect(screen.queryByRole('textbox')).toBeNull();
});
