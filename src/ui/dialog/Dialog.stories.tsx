import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { Button, ButtonRow } from '../button/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { MessageDialog } from './MessageDialog.tsx';

const meta = { title: 'Messages/Dialog', component: Dialog, args: { title: 'Benefits' } } satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {
  args: { onDismiss: () => {}, children: <p>Your loans carry these benefits for payments on time.</p> },
};

/** A long word, such as a name, wraps. */
export const LongWord: Story = {
  globals: { viewport: { value: 'narrow' } },
  args: {
    onDismiss: () => {},
    children: <p>{'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} is logged out at once.</p>,
  },
  play: async ({ canvasElement }) => {
    const dialog = within(canvasElement.ownerDocument.body).getByRole('dialog');
    await expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
  },
};

/** A message that Escape, the close icon and its button close. */
export const Message: Story = {
  render: () => (
    <MessageDialog title="The chat could not be opened" kind="alert" onClose={() => {}}>
      <p>You may be offline. Please try again.</p>
    </MessageDialog>
  ),
};

/** Escape and clicks on the backdrop do nothing. Only the button closes the dialog. */
export const NotDismissible: Story = {
  args: {
    kind: 'alert',
    title: 'Sorry, we could not submit your payment',
    children: <p>Your bank has refused the payment.</p>,
    actions: <Button>Close</Button>,
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.keyboard('{Escape}{Escape}');
    const dialog = page.getByRole('alertdialog', { name: 'Sorry, we could not submit your payment' });
    await waitFor(() => expect(dialog).toBeVisible());
  },
};

/** The safe answer has initial focus, Escape selects it, and focus returns to the button that opened the dialog. */
export const Confirming: Story = {
  render: () => <Cancelling />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await userEvent.click(cancel);
    await expect(page.getByRole('button', { name: 'No, keep this payment' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(cancel).toHaveFocus();
    await userEvent.click(cancel);
  },
};

function Cancelling() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Cancel
      </Button>
      {open ? (
        <ConfirmDialog
          title="Cancel this payment?"
          confirmLabel="Yes, cancel this payment"
          cancelLabel="No, keep this payment"
          danger
          onConfirm={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        >
          <p>Are you sure you want to cancel the payment of $428.74 scheduled for 04/15/2026?</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

export const ConfirmedAndBusy: Story = {
  render: () => (
    <ConfirmDialog
      title="Opt out of paperless?"
      confirmLabel="Opt Out"
      cancelLabel="Keep paperless"
      busy
      busyText="Opting out…"
      onConfirm={() => {}}
      onCancel={() => {}}
    />
  ),
};

export const TwoActions: Story = {
  args: {
    kind: 'alert',
    title: 'Are you still there?',
    children: <p>You&apos;ll be logged out in 30 seconds.</p>,
    actions: (
      <ButtonRow align="end">
        <Button variant="secondary">Log Out</Button>
        <Button initialFocus>Stay Logged In</Button>
      </ButtonRow>
    ),
  },
};
