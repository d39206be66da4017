/** Dialogs available on every page: the loan servicer, privacy choices, and unhandled errors. */
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

/** Clicks a button and returns the dialog that it opens. */
async function openedBy(canvas: HTMLElement, opener: string) {
  const page = within(canvas);
  await page.findByRole('heading', { level: 1, name: /./ });
  await userEvent.click(await page.findByRole('button', { name: opener }));
  return page.findByRole('dialog');
}

export const CoBrand: Story = {
  play: async ({ canvasElement }) => {
    const dialog = await openedBy(canvasElement, 'About Federal Student Aid');
    // Heading and text are separate managed texts that load independently.
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

/** A dialog has an accessible name even if managed content is missing. */
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

/** An error of a page: the dialog appears above the portal, which remains visible. */
export const UnhandledError: Story = {
  args: { options: failing },
  play: async ({ canvasElement }) => {
    const dialog = await within(canvasElement).findByRole('alertdialog');
    await waitFor(() => expect(within(dialog).getByText('The page is broken')).toBeVisible());
  },
};

/** After the dialog is closed, the page displays the error in its content. */
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
