/** Maintenance page (P §5.1). */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShellScene } from '#test/support/shell.tsx';
import { Maintenance } from './Maintenance.tsx';

const meta = {
  title: 'Pages/Maintenance',
  component: ShellScene,
  parameters: { layout: 'fullscreen', controls: { disable: true } },
} satisfies Meta<typeof ShellScene>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Visitor: Story = {
  args: {
    options: { pages: { '/maintenance': <Maintenance /> }, texts: { 'globalsite/disabled-mma-enabled': 'true' } },
  },
};
