import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { GovernmentBanner } from './GovernmentBanner.tsx';
import { MessageBanner } from './MessageBanner.tsx';

const meta = {
  title: 'Layout/Banners',
  component: GovernmentBanner,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof GovernmentBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Government: Story = {
  args: {
    headline: 'A servicer for the U.S. Department of Education',
    children: <p>Larkfield services federal student loans under a contract with Federal Student Aid.</p>,
  },
};

function Message({ themed }: { themed: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <MessageBanner headline="Planned maintenance on Sunday" open={open} onToggle={() => setOpen(!open)} themed={themed}>
      The portal is closed on Sunday from 2 to 6 a.m. Eastern. <a href="#more">Read more</a>
    </MessageBanner>
  );
}

export const Warning: Story = { args: Government.args, render: () => <Message themed={false} /> };
export const Themed: Story = { args: Government.args, render: () => <Message themed /> };
