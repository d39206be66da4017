import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextLink } from './TextLink.tsx';

const meta = {
  title: 'Actions/TextLink',
  component: TextLink,
  args: { href: '#activity', children: 'Payment Activity' },
} satisfies Meta<typeof TextLink>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Inline: Story = {};
export const Standalone: Story = { args: { variant: 'standalone', children: 'View Groups and Loan Details' } };
export const Back: Story = { args: { variant: 'back', children: 'Back to Payment Activity' } };
export const NewTab: Story = { args: { newTab: true, children: 'StudentAid.gov' } };
