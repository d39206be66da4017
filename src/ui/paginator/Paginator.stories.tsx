import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Paginator, type PaginatorProps } from './Paginator.tsx';

function Held({ page: first, pageCount, label }: Pick<PaginatorProps, 'page' | 'pageCount' | 'label'>) {
  const [page, setPage] = useState(first);
  return <Paginator page={page} pageCount={pageCount} label={label} onPage={setPage} />;
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
/** A list whose page is in the address. */
export const WithLinks: Story = {
  render: ({ page, pageCount, label }) => (
    <Paginator page={page} pageCount={pageCount} label={label} toHref={(to) => `#page-${to}`} />
  ),
};
export const OnePage: Story = { args: { page: 1, pageCount: 1 } };
