import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { Stack } from '../layout/Stack.tsx';
import { TextField } from '../text-field/TextField.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';

const meta = {
  title: 'Messages/ErrorPanel',
  component: ErrorPanel,
  args: {
    errors: [
      { field: 'accounts.E1.other', label: 'Other amount, Account E987654321', message: 'Payment amount is required.' },
      { field: 'paymentDate', label: 'Payment Date', message: 'Payment date must not be on a weekend or holiday.' },
    ],
  },
} satisfies Meta<typeof ErrorPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A link of the panel moves focus to its field. */
export const WithItsField: Story = {
  render: (args) => (
    <Stack gap="large">
      <ErrorPanel {...args} />
      <TextField
        name="accounts.E1.other"
        label="Other amount"
        value=""
        error="Payment amount is required."
        onChange={() => {}}
      />
    </Stack>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('link', { name: /Account E987654321/ }));
    await expect(canvas.getByRole('textbox', { name: 'Other amount' })).toHaveFocus();
  },
};
export const LabelsOnly: Story = { args: { errors: [{ field: 'terms', label: 'Terms Checkbox' }] } };
export const NoErrors: Story = { args: { errors: [] } };
