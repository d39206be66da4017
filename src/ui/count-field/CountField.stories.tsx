import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { CountField } from './CountField.tsx';

const meta = {
  title: 'Forms/CountField',
  component: CountField,
  args: {
    name: 'familySize',
    label: 'Family Size',
    hint: 'You, your spouse if you file jointly, and your dependents',
    value: '1',
    min: 1,
    max: 3,
    less: 'One person less',
    more: 'One person more',
    onChange: () => undefined,
  },
  render: function Counting(args) {
    const [value, setValue] = useState(args.value);
    return <CountField {...args} value={value} onChange={setValue} />;
  },
} satisfies Meta<typeof CountField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The buttons stop at the limits, and keep the focus there. */
export const FamilySize: Story = {
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole('textbox', { name: 'Family Size' });
    const more = within(canvasElement).getByRole('button', { name: 'One person more' });
    for (const value of ['2', '3', '3']) {
      await userEvent.click(more);
      await expect(field).toHaveValue(value);
    }
    await expect(more).toHaveFocus();
    await expect(more).toHaveAttribute('aria-disabled', 'true');
  },
};

export const WithError: Story = { args: { value: '7', error: 'Family Size must be between 1 and 3.' } };
