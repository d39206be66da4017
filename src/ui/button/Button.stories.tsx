import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, ButtonLink, ButtonRow } from './Button.tsx';

const meta = { title: 'Actions/Button', component: Button, args: { children: 'Continue' } } satisfies Meta<
  typeof Button
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};
export const Secondary: Story = { args: { variant: 'secondary', children: 'Previous' } };
export const Quiet: Story = { args: { variant: 'quiet', children: 'Add Payment Method', icon: 'add' } };
export const Danger: Story = { args: { variant: 'danger', children: 'Yes, cancel this payment' } };
export const Busy: Story = { args: { busy: true, children: 'Submit Payment', busyText: 'Submitting your payment…' } };
export const Disabled: Story = { args: { disabled: true } };
export const LongText: Story = { args: { children: 'Calculate My Total Amount Paid to Date for Every Account' } };

/** The row of buttons at the end of a step. */
export const Row: Story = {
  render: () => (
    <ButtonRow>
      <Button variant="secondary">Previous</Button>
      <Button>Continue</Button>
      <ButtonLink href="#dashboard" variant="quiet">
        Back to My Loans
      </ButtonLink>
    </ButtonRow>
  ),
};
