/** Page for an address that does not exist or is not available to the user. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShellScene, borrower } from '#test/support/shell.tsx';
import { NotFound } from './NotFound.tsx';

const meta = {
  title: 'Pages/Page not found',
  component: ShellScene,
  parameters: { layout: 'fullscreen', controls: { disable: true } },
} satisfies Meta<typeof ShellScene>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Visitor: Story = { args: { options: { pages: { '/error/not-found': <NotFound /> } } } };
export const Borrower: Story = {
  args: { options: { person: borrower, pages: { '/error/not-found': <NotFound /> } } },
};
