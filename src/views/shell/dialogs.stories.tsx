/** The dialogs that any page may open: who services the loans, privacy choices, an error that nothing handled. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ShellScene, borrower } from '#test/support/shell.tsx';

const meta = {
  title: 'Messages/Dialogs of every page',
  component: ShellScene,
  parameters: { layout: 'fullscreen' },
  args: { options: {} },
  beforeEach: () => localStorage.clear(),
} satisfies Meta<typeof ShellScene>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Presses what opens a dialog, and gives the dialog; the chat comes last, and with it the page is complete. */
async function openedBy(canvas: HTMLElement, opener: string) {
  const page = within(canvas);
  await page.findByRole('heading', { level: 1, name: /./ });
  await userEvent.click(await page.findByRole('button', { name: opener }));
  return page.findByRole('dialog');
}

export const CoBrand: Story = {
  play: async ({ canvasElement }) => {
    const dialog = await openedBy(canvasElement, 'About Federal Student Aid');
    // Its heading and its text are managed texts of their own: each arrives when it does.
    await waitFor(() => expect(within(dialog).getByText(/services the loans on their behalf/)).toBeVisible());
    await waitFor(() => expect(dialog).toHaveAccessibleName('Who services your loans'));
  },
};

export const PrivacyChoices: Story = {
  play: async ({ canvasElement }) => {
    const dialog = await openedBy(canvasElement, 'Your Privacy Choices');
    await expect(within(dialog).getByRole('checkbox', { name: 'Allow measurement' })).not.toBeChecked();
  },
};

export const PrivacyChoicesSaved: Story = {
  play: async ({ canvasElement }) => {
    const dialog = within(await openedBy(canvasElement, 'Your Privacy Choices'));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Allow measurement' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save My Choices' }));
    await expect(await dialog.findByText('Your privacy choices have been saved in this browser.')).toBeVisible();
    await expect(localStorage.getItem('privacy-choices')).toBe('{"analytics":true}');
  },
};

/** Without the content service a dialog still has its name. */
export const WithoutTexts: Story = {
  args: { options: { isContentSlow: true } },
  play: async ({ canvasElement }) => {
    const dialog = await openedBy(canvasElement, 'Your Privacy Choices');
    await expect(dialog).toHaveAccessibleName('Your Privacy Choices');
  },
};

const failing = { person: borrower, pages: { '/dashboard': <Broken /> } };

function Broken(): never {
  throw new Error('The page is broken');
}

/** A page that failed: the dialog over the rest of the portal, which stays. */
export const UnhandledError: Story = {
  args: { options: failing },
  play: async ({ canvasElement }) => {
    const dialog = await within(canvasElement).findByRole('alertdialog');
    await waitFor(() => expect(within(dialog).getByText('The page is broken')).toBeVisible());
  },
};

/** The same with the dialog closed: the page says it in its own place. */
export const UnhandledErrorClosed: Story = {
  args: { options: failing },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const dialog = within(await page.findByRole('alertdialog'));
    const [close] = dialog.getAllByRole('button', { name: 'Close' });
    if (close !== undefined) await userEvent.click(close);
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toHaveFocus();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
