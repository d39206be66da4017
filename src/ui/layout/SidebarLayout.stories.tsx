import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from '../card/Card.tsx';
import { SidebarLayout } from './SidebarLayout.tsx';

const meta = {
  title: 'Layout/SidebarLayout',
  component: SidebarLayout,
  args: { children: <Card heading="Main column">What the page is about.</Card> },
} satisfies Meta<typeof SidebarLayout>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithSidebar: Story = {
  args: {
    sidebar: (
      <Card tone="quiet" heading="Beside it">
        What helps on the way.
      </Card>
    ),
  },
};
export const WithoutSidebar: Story = {};
