import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Paginator, type PaginatorProps } from './Paginator.tsx';

function Held(props: PaginatorProps) {
  const [page, setPage] = useState(props.page);
  return <Paginator {...props} page={page} onPage={setPage} />;
}

const meta = {
  title: 'Data/Paginator',
  component: Paginator,
  render: (args) => <Held {...args} />,
  args: { page: 4, pageCount: 12, label: 'Pages of payment history', onPage: () => {} },
} satisfies Meta<typeof Paginator>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Middle: Story = {};
export const First: Story = { args: { page: 1, pageCount: 3 } };
export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };
export const OnePage: Story = { args: { page: 1, pageCount: 1 } };
