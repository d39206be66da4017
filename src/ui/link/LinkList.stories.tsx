import type { Meta, StoryObj } from '@storybook/react-vite';
import { LinkList } from './LinkList.tsx';

const meta = {
  title: 'Actions/LinkList',
  component: LinkList,
  args: {
    items: [
      { id: 'pay', title: 'Paying your loans', href: '#pay' },
      { id: 'lower', title: 'Lower my payments', href: '#lower' },
      { id: 'aid', title: 'All my federal aid', href: 'https://example.org', newTab: true },
    ],
    current: '#lower',
  },
} satisfies Meta<typeof LinkList>;
export default meta;

export const Plain: StoryObj<typeof meta> = {};
