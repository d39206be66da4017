import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextLink } from '../link/TextLink.tsx';
import { PageHeading } from './PageHeading.tsx';

const meta = {
  title: 'Layout/PageHeading',
  component: PageHeading,
  args: { children: 'Make a Payment' },
} satisfies Meta<typeof PageHeading>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Title: Story = {};
export const WithLead: Story = {
  args: {
    children: 'Payment History Details',
    above: (
      <TextLink href="#activity" variant="back">
        Back to Payment Activity
      </TextLink>
    ),
    lead: 'What you paid, and how it was applied to principal, interest and fees.',
  },
};
