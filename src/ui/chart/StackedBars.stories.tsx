import type { Meta, StoryObj } from '@storybook/react-vite';
import { StackedBars } from './StackedBars.tsx';

const meta = {
  title: 'Data/StackedBars',
  component: StackedBars,
  args: {
    title: 'Where your payment goes',
    headingLevel: 2,
    summary: 'Of $412.50, $5.00 goes to fees, $92.29 to interest and $315.21 to principal.',
    parts: ['Principal', 'Interest', 'Fees'],
    bars: [
      { key: 'A', label: 'Direct Loans · E100200301, group A: $282.50', values: [23_021, 5_229, 0] },
      { key: 'B', label: 'Direct Loans · E100200301, group B: $130.00', values: [8_500, 4_000, 500] },
    ],
  },
} satisfies Meta<typeof StackedBars>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ThreeParts: Story = {};
