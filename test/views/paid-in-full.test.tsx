/** Pages of a borrower without a balance: no way to pay, and no payment to be drawn. */
import { cleanup, render, screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { afterEach, describe, expect, it } from 'vitest';
import { ZERO } from '#domain/money.ts';
import type { CoverageReason } from '#domain/repayment/postponement/shapes.ts';
import { noGroups, sampleGroups } from '#machines/repayment/application/expected-coverage.ts';
import { hardshipForbearance } from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import { AccountCard } from '#src/views/payments/payment-auto-debit/AccountCard.tsx';
import { NothingOwed } from '#src/views/payments/payflow/Schedule.tsx';
import { hardshipForbearanceViews } from '#src/views/repayment/hardship-forbearance/views.tsx';
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

describe('the first page of a hardship forbearance', () => {
  const { landing: Landing } = hardshipForbearanceViews;

  /** Renders it for a borrower none of whose loans qualify. */
  const show = (ineligibleGroups: typeof noGroups.ineligibleGroups) => {
    const { context } = createActor(hardshipForbearance, { input: { draft: null } }).getSnapshot();
    const summary = {
      isEligible: false,
      ineligibleReason: 'NoEligLoans' as const,
      eligibleGroups: [],
      ineligibleGroups,
      nextCycleDate: null,
      endCycleDate: null,
      hasApplicationInProcess: false,
    };
    const state = hardshipForbearance.resolveState({
      value: { landing: 'noEligibleLoans' },
      context: { ...context, summary },
    });
    render(<Landing state={state} />);
  };
  /** Returns federal loans that are ineligible for this reason, and commercial ones. */
  const loansWith = (reason: CoverageReason) =>
    sampleGroups.eligibleGroups.flatMap((group) => [
      { ...group, reason },
      { ...group, groupId: 'B', reason },
      { ...group, accountNumber: 'J100200303', reason: 'commercial' as const },
    ]);
  const otherTypes = () => screen.queryByRole('heading', { name: 'Other types of forbearance' });
  const sidebar = () => screen.queryByRole('region', { name: 'More information' });

  it('offers nothing to a borrower whose federal loans are paid in full', () => {
    show(loansWith('paidInFull'));
    expect(screen.getByRole('heading', { name: 'Your federal loans are paid in full' })).toBeVisible();
    expect(otherTypes()).toBeNull();
    expect(sidebar()).toBeNull();
  });

  it('says whom to call about default, and offers no lower payment (ruling 97)', () => {
    show(loansWith('inDefault'));
    expect(screen.getByText(/^Your loans are in default\./)).toBeVisible();
    expect(otherTypes()).toBeNull();
    expect(sidebar()).toBeNull();
  });

  it('names the choices if the loans do not qualify for several reasons', () => {
    show(noGroups.ineligibleGroups);
    expect(screen.getByText(/^None of your loans qualify/)).toBeVisible();
    expect(otherTypes()).toBeVisible();
    expect(sidebar()).not.toBeNull();
  });
});
