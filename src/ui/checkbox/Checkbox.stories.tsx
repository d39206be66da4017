import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Checkbox, type CheckboxProps } from './Checkbox.tsx';

function Held(props: CheckboxProps) {
  const [checked, setChecked] = useState(props.checked);
  return <Checkbox {...props} checked={checked} onChange={setChecked} />;
}

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  render: (args) => <Held {...args} />,
  args: { name: 'save', label: 'Save this payment method', checked: false, onChange: () => {} },
} satisfies Meta<typeof Checkbox>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unchecked: Story = {};
export const Checked: Story = { args: { checked: true } };
export const Mixed: Story = { args: { label: 'Select all messages', mixed: true } };
export const WithDescription: Story = {
  args: {
    label: "Don't advance my due date",
    description: 'Your next payment stays due on its present date, although you have paid more than is due.',
  },
};
export const WithError: Story = {
  args: {
    label: 'I have read and agree to the Payment Authorization and Insufficient Funds Statement.',
    error: 'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.',
  },
};
export const Disabled: Story = { args: { disabled: true, checked: true } };
