import type { Meta, StoryObj } from '@storybook/react-vite';
import { Timeline } from './Timeline.tsx';

const meta = {
  title: 'Data/Timeline',
  component: Timeline,
  args: {
    label: 'Status of the application',
    entries: [
      { title: 'Received', note: '11/02/2026', state: 'complete' },
      { title: 'In review', note: 'since 11/09/2026', state: 'current' },
      { title: 'Decision', state: 'ahead' },
    ],
  },
} satisfies Meta<typeof Timeline>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InProgress: Story = {};
export const Completed: Story = {
  args: {
    entries: [
      { title: 'Received', note: '11/02/2026', state: 'complete' },
      { title: 'In review', note: '11/09/2026', state: 'complete' },
      { title: 'Approved', note: '11/17/2026', state: 'complete' },
    ],
  },
};
