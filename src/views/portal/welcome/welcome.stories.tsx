/** First page for visitors, also after a session ended. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShellScene } from '#test/support/shell.tsx';
import { Welcome } from './Welcome.tsx';

const meta = {
  title: 'Pages/Welcome',
  component: ShellScene,
  parameters: { layout: 'fullscreen', controls: { disable: true } },
} satisfies Meta<typeof ShellScene>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Visitor: Story = { args: { options: { pages: { '/welcome': <Welcome /> } } } };
export const AfterATimeOut: Story = { args: { options: { pages: { '/welcome': <Welcome ended="timedOut" /> } } } };
export const AfterASessionThatExpired: Story = {
  args: { options: { pages: { '/welcome': <Welcome ended="expired" /> } } },
};
