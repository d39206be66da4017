/** The dashboard in the situations of different borrowers. */
import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import model from '#machines/accounts/dashboard/dashboard.model.ts';
import { afterAnswers } from '#test/support/story.tsx';

export default { title: 'Flows/Account Dashboard' } satisfies Meta;

/** Shows the dashboard with these answers, by their names in the model of the loaded parts. */
const dashboardWith = (accounts: string, upcoming: string) =>
  afterAnswers(model, [
    { at: ['load'], call: 'accounts', answer: accounts },
    { at: ['load'], call: 'upcoming', answer: upcoming },
    { at: ['load'], call: 'applications', answer: 'no application' },
  ]);

export const PastDue = dashboardWith('one federal account', 'no payment');

export const AfterSchedulingPastDueAmount = dashboardWith(
  'one federal account',
  'a scheduled payment that covers the past-due amount',
);

export const AfterSchedulingTotalDue = dashboardWith(
  'one federal account',
  'scheduled payments that cover the total due',
);

const PAYMENT_OF_BILL = 'a payment of a bill whose due date has passed';

export const BillBeingPaid = dashboardWith('an account with a bill that is being paid', PAYMENT_OF_BILL);

export const BillBeingPaidAmongMany = dashboardWith('seven accounts with a bill that is being paid', PAYMENT_OF_BILL);

export const InDefault = dashboardWith('an account in default', 'no payment');

export const InGrace = dashboardWith('an account in grace', 'no payment');

export const PaidAhead = dashboardWith('an account paid ahead', 'no payment');

export const FederalAndPrivateAccounts = dashboardWith('a federal and a commercial account', 'no payment');

/** "Show all 40 accounts" moves the focus to the first account that it adds. */
export const FortyAccounts = {
  ...dashboardWith('forty accounts', 'no payment'),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const canvas = within(canvasElement);
    const showAll = await canvas.findByRole('button', { name: 'Show all 40 accounts' });
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(10);
    await userEvent.click(showAll);
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(40);
    await expect(canvas.getByRole('rowheader', { name: 'Private Loans · J300200310' })).toHaveFocus();
    await expect(canvas.queryByRole('button', { name: 'Show all 40 accounts' })).toBeNull();
    await userEvent.type(canvas.getByLabelText('Find an account number'), '0339');
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(1);
  },
};
