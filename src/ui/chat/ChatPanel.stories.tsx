import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { Main } from '../layout/Main.tsx';
import { ChatButton } from './ChatButton.tsx';
import { ChatFrame, ChatPanel } from './ChatPanel.tsx';

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

/** The button covers neither text nor focused elements (WCAG 2.4.11). On a wide page it is in the gutter. */
export const Closed: Story = {
  render: () => (
    <>
      <Main>
        <p>What is read</p>
      </Main>
      <Chat />
    </>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const button = page.getByRole('button', { name: 'Live Chat' });
    const isOverPage = button.parentElement !== null && getComputedStyle(button.parentElement).position === 'fixed';
    await expect(isOverPage).toBe(matchMedia('(min-width: 60em)').matches);
    const main = page.getByRole('main');
    const { right, bottom } = main.getBoundingClientRect();
    const { left, top } = button.getBoundingClientRect();
    const readUntil = right - Number.parseFloat(getComputedStyle(main).paddingRight);
    // On a narrow screen the button is in the page, below the content.
    await expect(isOverPage ? left : top).toBeGreaterThanOrEqual(isOverPage ? readUntil : bottom);
  },
};
/** Focus moves to the panel's title. Escape closes the panel and returns focus to the button. */
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
export const StandalonePage: Story = { args: { place: 'page' } };
