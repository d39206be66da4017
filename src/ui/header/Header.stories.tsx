import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ButtonLink } from '../button/Button.tsx';
import { nav, profile } from '../layout/sample-page.ts';
import { Logo } from '../logo/Logo.tsx';
import { Header } from './Header.tsx';
import { ViewingBar } from './ViewingBar.tsx';

const meta = {
  title: 'Layout/Header',
  component: Header,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'desktop' } },
  args: {
    logo: <Logo name="Larkfield Loan Servicing" />,
    homeHref: '#home',
    homeLabel: 'Larkfield Loan Servicing, home',
    nav,
    topNav: [{ id: 'contact', title: 'Contact Us', href: '#contact' }],
    drawerOnly: [{ id: 'dashboard', title: 'Dashboard', href: '#dashboard' }],
    profile,
    current: '#make-a-payment',
    onSearch: () => {},
  },
} satisfies Meta<typeof Header>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SignedIn: Story = {};
export const SignedOut: Story = {
  args: { nav: [], profile: undefined, actions: <ButtonLink href="#login">Log In</ButtonLink> },
};
export const Payer: Story = { args: { bar: 'Authorized Payer for Avery Bennett' } };
export const Impersonator: Story = {
  args: {
    bar: (
      <ViewingBar exitLabel="Exit and log out" onExit={() => {}}>
        {"You're viewing Avery Bennett's account"}
      </ViewingBar>
    ),
  },
};

/** Only one menu is open at a time. Escape closes it and returns focus to its button. */
export const MenuOpen: Story = {
  play: async ({ canvasElement }) => {
    const header = within(canvasElement);
    const payments = header.getByRole('button', { name: 'Payments' });
    await userEvent.click(payments);
    await userEvent.keyboard('{Escape}');
    await expect(payments).toHaveFocus();
    await expect(payments).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(header.getByRole('button', { name: 'Documents' }));
    await userEvent.click(payments);
    await expect(header.getByRole('button', { name: 'Documents' })).toHaveAttribute('aria-expanded', 'false');
    await expect(header.getByRole('link', { name: 'Make a Payment' })).toBeVisible();
  },
};

/** Selecting an entry closes the menu and returns focus to its button, because the entry may not navigate. */
export const EntryChosen: Story = {
  args: { profile: { name: 'Avery', items: [{ id: 'log-out', title: 'Log Out', onSelect: () => {} }] } },
  play: async ({ canvasElement }) => {
    const menu = within(canvasElement).getByRole('button', { name: 'Avery' });
    await userEvent.click(menu);
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Log Out' }));
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(menu).toHaveFocus();
  },
};

export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };
export const NarrowWithDrawer: Story = {
  globals: { viewport: { value: 'narrow' } },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Menu' }));
    await waitFor(() => expect(within(canvasElement).getByRole('link', { name: 'Dashboard' })).toBeVisible());
  },
};
