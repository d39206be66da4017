import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ButtonLink } from '../button/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

const meta = {
  title: 'Messages/EmptyState',
  component: EmptyState,
  args: { icon: 'schedule', children: 'You don’t have any pending payments at this time.' },
} satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const WithAction: Story = {
  args: {
    icon: 'inbox',
    children: 'Messages come to this inbox once you receive your correspondence electronically.',
    action: <ButtonLink href="#paperless">Go to Manage Paperless</ButtonLink>,
  },
};

/** The text may contain a search term of arbitrary length. */
export const OneLongWord: Story = {
  globals: { viewport: { value: 'narrow' } },
  args: { icon: 'search', children: `No results for “${'x'.repeat(200)}”` },
  play: async () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
};
