import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { Busy } from './Busy.tsx';

const meta = { title: 'Messages/Busy', component: Busy } satisfies Meta<typeof Busy>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Loading: Story = {};
export const Working: Story = { args: { text: 'Verifying your bank account…' } };
export const TakingLong: Story = {
  args: { text: 'Submitting your payment…', slowAfterMs: 10 },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/longer than usual/)).toBeVisible();
  },
};
