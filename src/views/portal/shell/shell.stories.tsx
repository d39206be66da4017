/** The layout around every page, for different users (P §2.2 to §2.4). */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { PageHeading } from '../../../ui/index.ts';
import { ShellScene, borrower, federal, messages, payer } from '#test/support/shell.tsx';

const narrow = { globals: { viewport: { value: 'narrow' } } };
const switchedOn = (name: string) => ({ texts: { [`globalsite/${name}`]: 'true' } });

const meta = {
  title: 'Layout/Shell',
  component: ShellScene,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'desktop' } },
  // Another story may have collapsed a message for the same user.
  beforeEach: () => sessionStorage.clear(),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { level: 1, name: /./ });
    await within(canvasElement).findByRole('contentinfo');
  },
} satisfies Meta<typeof ShellScene>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SignedOut: Story = { args: { options: {} } };
export const Borrower: Story = { args: { options: { person: borrower } } };
export const Payer: Story = { args: { options: { person: payer } } };

/** The password of the federal identity is changed on an external site. */
export const FederalIdentity: Story = {
  args: { options: { person: federal } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: 'Emery' }));
    const password = await page.findByRole('link', { name: 'Change Password (opens in a new tab)' });
    await expect(password).toHaveAttribute('target', '_blank');
    await expect(password).toHaveAttribute('rel', 'noopener');
  },
};

/** Disabled-account mode: no main navigation, no log-in, and the menus for visitors. */
export const Maintenance: Story = {
  args: { options: { person: borrower, ...switchedOn('disabled-mma-enabled') } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByRole('link', { name: 'Avoid Scams' })).toBeVisible();
    await expect(page.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await expect(page.queryByText('Live Chat')).toBeNull();
  },
};

export const AuthServiceDown: Story = {
  args: { options: switchedOn('auth-service-down') },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByText("Logging in isn't available right now")).toBeVisible();
    await expect(page.queryByRole('button', { name: 'Log In' })).toBeNull();
  },
};

/** Page of a required action: no main navigation, no search, no chat. */
export const ActionPage: Story = {
  args: { options: { person: borrower, pages: { '/past-due': <PageHeading>Past Due</PageHeading> } } },
};

/** Two messages, one in the servicer's colors and one collapsed. */
export const Banners: Story = {
  args: { options: { messages } },
  play: async ({ canvasElement }) => {
    const plans = within(await within(canvasElement).findByRole('region', { name: 'Repayment plans have changed' }));
    await userEvent.click(plans.getByRole('button', { name: 'Hide' }));
    await expect(plans.getByRole('button', { name: 'Show' })).toHaveAttribute('aria-expanded', 'false');
  },
};

/** Before any managed content has loaded. */
export const TextsLoading: Story = {
  args: { options: { isContentSlow: true, pages: { '/error/not-found': <PageHeading>Any page</PageHeading> } } },
};

export const NarrowSignedOut: Story = { ...narrow, args: { options: { messages } } };
export const NarrowBorrower: Story = { ...narrow, args: { options: { person: borrower, messages } } };
export const NarrowPayer: Story = { ...narrow, args: { options: { person: payer } } };
export const NarrowDrawer: Story = {
  ...narrow,
  args: { options: { person: borrower } },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByRole('contentinfo');
    await userEvent.click(await page.findByRole('button', { name: 'Menu' }));
    await waitFor(() => expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible());
  },
};

/** At 200% text size no content overflows the window, and the skip link is hidden until it receives focus. */
export const NarrowLargeText: Story = {
  ...narrow,
  args: { options: { person: payer, messages } },
  beforeEach: () => {
    sessionStorage.clear();
    document.documentElement.style.fontSize = '200%';
    return () => {
      document.documentElement.style.fontSize = '';
    };
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await page.findByRole('contentinfo');
    await page.findByRole('region', { name: 'Repayment plans have changed' });
    const { scrollWidth, clientWidth } = document.documentElement;
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await waitFor(() => expect(skip.getBoundingClientRect().bottom).toBeLessThanOrEqual(0));
    skip.focus();
    await waitFor(() => expect(skip.getBoundingClientRect().top).toBe(0));
  },
};

/** At the end of the page, no element covers the last line, because the chat button is part of the page. */
export const NarrowEnd: Story = {
  ...narrow,
  args: { options: {} },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const version = await page.findByText(/^Version: /);
    const chat = await page.findByRole('button', { name: 'Live Chat' });
    canvasElement.ownerDocument.documentElement.scrollTop = 1e6;
    const [line, button] = [version.getBoundingClientRect(), chat.getBoundingClientRect()];
    await expect(line.bottom <= button.top || line.top >= button.bottom).toBe(true);
  },
};
