import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { Explained } from './Explained.tsx';

const meta = {
  title: 'Facts/Explained',
  component: Explained,
  args: {
    label: 'Interest each day',
    value: '$2.05',
    steps: [
      { text: 'Loan A01: $9,120.00 principal × 4.53% ÷ 365.25 days', value: '$1.13' },
      { text: 'Loan A02: $9,000.00 principal × 3.73% ÷ 365.25 days', value: '$0.92' },
      { text: 'Interest each day', value: '$2.05' },
    ],
  },
} satisfies Meta<typeof Explained>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

/** The steps are read after the figure is opened. */
export const Opened: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByText('Interest each day', { selector: 'summary *' }));
    await expect(canvas.getByText('$1.13')).toBeVisible();
  },
};
