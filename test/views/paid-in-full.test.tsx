/** What somebody sees who owes nothing: no way to pay, and no payment to be drawn. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ZERO } from '#domain/money.ts';
import { AccountCard } from '#src/views/payments/payment-auto-debit/AccountCard.tsx';
import { NothingOwed } from '#src/views/payments/payflow/Schedule.tsx';
import { off } from '#machines/payments/payment-auto-debit/payment-auto-debit.model.ts';

afterEach(cleanup);

it('the first step of a payment says that nothing is owed, to a payer about the loans of another person', () => {
  render(<NothingOwed isPayer />);
  expect(screen.getByRole('heading', { name: 'These loans are paid in full' })).toBeVisible();
  cleanup();
  render(<NothingOwed isPayer={false} />);
  expect(screen.getByRole('heading', { name: 'Your loans are paid in full' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('auto debit offers nothing for an account that is paid in full', () => {
  const paid = { ...off, dueDays: [], next: null, payoff: ZERO, sameBill: [] };
  render(<AccountCard account={paid} methods={[]} isBusy={false} onEnroll={() => {}} onStop={() => {}} />);
  expect(screen.getByText('Paid in full')).toBeVisible();
  expect(screen.getByText('There is nothing to draw.')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText('Due on day')).toBeNull();
});
