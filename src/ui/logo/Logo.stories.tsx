import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from '../card/Card.tsx';
import { Logo } from './Logo.tsx';

const meta = { title: 'Foundations/Logo', component: Logo, args: { name: 'Larkfield Loan Servicing' } } satisfies Meta<
  typeof Logo
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnPaper: Story = {};
export const OnInk: Story = {
  args: { tone: 'reverse' },
  render: (args) => (
    <Card tone="accent">
      <Logo {...args} />
    </Card>
  ),
};
