import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProgressBar } from './ProgressBar.tsx';

const meta = {
  title: 'Messages/ProgressBar',
  component: ProgressBar,
  args: { name: 'Uploading statement.pdf', percent: 45 },
} satisfies Meta<typeof ProgressBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Started: Story = { args: { percent: 0 } };
export const InProgress: Story = {};
export const Sent: Story = { args: { percent: 100 } };
export const LongName: Story = {
  args: { name: 'Uploading a-scan-of-the-letter-about-my-income-driven-repayment-plan-2026-11-20.pdf' },
};
