import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { toCents } from '#domain/money.ts';
import { Money } from '../money/Money.tsx';
import { TextField } from '../text-field/TextField.tsx';
import { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx';

function Held(props: RadioGroupProps<string>) {
  const [value, setValue] = useState(props.value);
  return <RadioGroup {...props} value={value} onChange={setValue} />;
}

const other = (
  <TextField
    name="account.other"
    label="Other amount"
    prefix="$"
    inputMode="decimal"
    width="short"
    value="500.00"
    onChange={() => {}}
  />
);

const payments: RadioGroupProps<string>['options'] = [
  { value: 'past', label: 'Past due amount', aside: <Money amount={toCents(21437)} /> },
  {
    value: 'monthly',
    label: 'Total due',
    description: 'Includes what is past due. Due on 04/15/2026.',
    aside: <Money amount={toCents(42874)} />,
  },
  { value: 'other', label: 'Other amount', slot: other },
];

const meta = {
  title: 'Forms/RadioGroup',
  component: RadioGroup<string>,
  render: (args) => <Held {...args} />,
  args: {
    name: 'account.option',
    legend: 'How much would you like to pay?',
    value: 'other',
    options: payments,
    onChange: () => {},
  },
} satisfies Meta<typeof RadioGroup<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const Cards: Story = { args: { variant: 'card' } };
export const Inline: Story = {
  args: {
    legend: 'Account type',
    variant: 'inline',
    value: 'checking',
    options: [
      { value: 'checking', label: 'Checking' },
      { value: 'savings', label: 'Savings' },
    ],
  },
};
export const WithError: Story = {
  args: { value: undefined, error: 'Please make a selection.', options: payments.slice(0, 2) },
};
export const CardsWithError: Story = { args: { ...WithError.args, variant: 'card' } };
export const OneDisabled: Story = {
  args: {
    variant: 'card',
    value: 'monthly',
    options: [
      { value: 'no', label: 'No payment', description: 'Not offered while an amount is due.', disabled: true },
      ...payments.slice(1, 2),
    ],
  },
};
