import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ChatButton, ChatFrame, ChatPanel } from './ChatPanel.tsx';

const meta = {
  title: 'Layout/Chat',
  component: ChatPanel,
  parameters: { layout: 'fullscreen' },
  args: { title: 'Live Chat', onClose: () => {}, children: <ChatFrame title="Conversation" src="about:blank" /> },
} satisfies Meta<typeof ChatPanel>;
export default meta;
type Story = StoryObj<typeof meta>;

function Chat() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) return <ChatButton onClick={() => setOpen(true)}>Live Chat</ChatButton>;
  return (
    <ChatPanel title="Live Chat" onClose={() => setOpen(false)}>
      <p>Hello!</p>
    </ChatPanel>
  );
}

/** What gets focus does not end up below the button (WCAG 2.4.11): the page scrolls that much further. */
export const Closed: Story = {
  render: () => <Chat />,
  play: async ({ canvasElement }) => {
    const button = within(canvasElement).getByRole('button', { name: 'Live Chat' });
    const { documentElement: page } = canvasElement.ownerDocument;
    const isOverPage = button.parentElement !== null && getComputedStyle(button.parentElement).position === 'fixed';
    // On a narrow screen it stands in the page and covers nothing.
    const covered = isOverPage ? page.clientHeight - button.getBoundingClientRect().top : 0;
    await expect(isOverPage).toBe(matchMedia('(min-width: 60em)').matches);
    await expect(Number.parseFloat(getComputedStyle(page).scrollPaddingBottom) || 0).toBeGreaterThanOrEqual(covered);
  },
};
/** Focus goes to the panel's title; Escape closes it, and focus is on the button again. */
export const ClosedByEscape: Story = {
  render: () => <Chat />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('button', { name: 'Live Chat' }));
    await expect(page.getByRole('heading', { name: 'Live Chat' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(page.getByRole('button', { name: 'Live Chat' })).toHaveFocus());
  },
};
export const Open: Story = {};
export const OnAPageOfItsOwn: Story = { args: { place: 'page' } };
