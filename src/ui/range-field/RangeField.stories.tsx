import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { RangeField } from './RangeField.tsx';

const meta = {
  title: 'Forms/RangeField',
  component: RangeField,
  args: {
    name: 'income',
    label: 'Income',
    min: 0,
    max: 150_000,
    step: 1000,
    value: 42_000,
    format: (dollars) => `$${dollars.toLocaleString('en-US')}`,
    onChange: () => undefined,
  },
  render: function Sliding(args) {
    const [value, setValue] = useState(args.value);
    return <RangeField {...args} value={value} onChange={setValue} />;
  },
} satisfies Meta<typeof RangeField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Income: Story = {
  play: async ({ canvasElement }) => {
    const slider = within(canvasElement).getByRole('slider', { name: 'Income' });
    await expect(slider).toHaveAttribute('aria-valuetext', '$42,000');
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
  },
};
