import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { TextField, type TextFieldProps } from './TextField.tsx';

function Held(props: TextFieldProps) {
  const [value, setValue] = useState(props.value);
  return <TextField {...props} value={value} onChange={setValue} />;
}

const meta = {
  title: 'Forms/TextField',
  component: TextField,
  render: (args) => <Held {...args} />,
  args: { name: 'name.onAccount', label: 'Name on Account', value: '', onChange: () => {} },
} satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Required fields are marked for screen readers. Optional fields have a visible mark. */
export const Empty: Story = {
  args: { autoComplete: 'name' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('textbox', { name: 'Name on Account' })).toBeRequired();
  },
};
export const WithHint: Story = {
  args: { label: 'Account Nickname', hint: 'Example: My Checking Account', optional: true, maxLength: 27 },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('textbox')).not.toBeRequired();
  },
};
export const Amount: Story = {
  args: { label: 'Other amount', prefix: '$', inputMode: 'decimal', width: 'short', value: '1,250.00' },
};
/**
 * A pasted number loses its spaces and hyphens and replaces the selection. It is never truncated, even if it exceeds
 * the input maximum.
 */
export const PastedNumber: Story = {
  args: { label: 'Account Number', inputMode: 'numeric', isNumber: true, maxLength: 9 },
  play: async ({ canvasElement }) => {
    const box = within(canvasElement).getByRole<HTMLInputElement>('textbox', { name: 'Account Number' });
    await userEvent.click(box);
    await userEvent.paste('1234-5678 9012\t34567');
    await expect(box).toHaveValue('12345678901234567');
    box.setSelectionRange(1, 16);
    await userEvent.paste(' 99-88 ');
    await expect(box).toHaveValue('199887');
    await userEvent.paste('1'.repeat(30));
    await expect(box).toHaveValue(`199887${'1'.repeat(30)}`);
  },
};
export const WithError: Story = {
  args: {
    label: 'Other amount',
    prefix: '$',
    inputMode: 'decimal',
    width: 'short',
    value: '12.345',
    error: 'Payment amount must be a valid dollar amount.',
  },
};
export const WithWarning: Story = {
  args: {
    label: 'Other amount',
    prefix: '$',
    width: 'short',
    value: '40.00',
    warning: 'This payment will not fully cover the past due amount for this group.',
  },
};
export const WithNote: Story = {
  args: {
    label: 'Routing number',
    inputMode: 'numeric',
    width: 'medium',
    value: '021000021',
    note: 'JPMorgan Chase Bank',
  },
};
export const Secret: Story = {
  args: { label: 'Social Security number', secret: true, width: 'medium', inputMode: 'numeric', value: '078051120' },
};
export const Disabled: Story = { args: { disabled: true, value: 'Avery Bennett' } };
export const LongText: Story = {
  args: {
    label: 'The name of the person or the organization that holds the account from which the payment will be made',
    hint: 'Use the name exactly as it stands on the statements of your bank, with initials, suffixes and punctuation.',
    error: 'The Name on Account must have between 2 and 22 characters. Please shorten the name that you have entered.',
    value: 'Maximiliana Wolfeschlegelsteinhausenbergerdorff-O’Brien',
  },
};
