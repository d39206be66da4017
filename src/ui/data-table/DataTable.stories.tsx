import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, within } from 'storybook/test';
import { toCents, type Cents } from '#domain/money.ts';
import { Button } from '../button/Button.tsx';
import { MaskedNumber } from '../masked-number/MaskedNumber.tsx';
import { Money } from '../money/Money.tsx';
import { Tag } from '../tag/Tag.tsx';
import type { Column } from './column.ts';
import { DataTable } from './DataTable.tsx';

interface Payment {
  id: string;
  date: string;
  account: string;
  type: string;
  status: 'Scheduled' | 'Processing' | 'Pending';
  amount: Cents;
}

const payments: Payment[] = [
  { id: '1', date: '04/15/2026', account: 'E987654321', type: 'Online', status: 'Scheduled', amount: toCents(42874) },
  {
    id: '2',
    date: '03/30/2026',
    account: 'D123456789',
    type: 'Auto Debit',
    status: 'Processing',
    amount: toCents(11111),
  },
  { id: '3', date: '03/27/2026', account: 'E987654321', type: 'Online', status: 'Pending', amount: toCents(100000) },
];

const columns: Column<Payment>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => date, names: true },
  { key: 'account', header: 'Account', cell: ({ account }) => account },
  { key: 'type', header: 'Type', cell: ({ type }) => type },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Tag tone={status === 'Scheduled' ? 'info' : 'neutral'}>{status}</Tag>,
  },
  { key: 'amount', header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, align: 'end' },
  {
    key: 'cancel',
    header: 'Action',
    headerHidden: true,
    cell: ({ status, date }) =>
      status === 'Scheduled' ? (
        <Button variant="quiet" context={`payment of ${date}`}>
          Cancel
        </Button>
      ) : null,
  },
];

const meta = {
  title: 'Data/DataTable',
  component: DataTable<Payment>,
  args: { caption: 'Pending Payments', columns, rows: payments, rowKey: ({ id }) => id },
} satisfies Meta<typeof DataTable<Payment>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Rows: Story = {};

/** Under 36 rem each row becomes a block. */
export const Stacked: Story = { globals: { viewport: { value: 'narrow' } } };

/** In a block, a label can be visually hidden. */
export const StackedWithoutLabels: Story = {
  globals: { viewport: { value: 'narrow' } },
  args: {
    columns: columns.map((column) =>
      column.key === 'type' || column.key === 'date' ? { ...column, stackedLabelHidden: true } : column,
    ),
  },
  decorators: [
    (Shown) => (
      <div style={{ maxWidth: '20rem' }}>
        <Shown />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const findLabelStyle = (text: string) => {
      const cell = within(canvasElement).getAllByText(text)[0]?.closest('th, td');
      return cell ? getComputedStyle(cell, '::before') : undefined;
    };
    await expect(findLabelStyle('Auto Debit')).toMatchObject({ content: '"Type"', width: '1px' });
    await expect(findLabelStyle('D123456789')).toMatchObject({ content: '"Account"' });
    await expect(findLabelStyle('D123456789')?.width).not.toBe('1px');
  },
};

interface Method {
  id: string;
  nickname: string;
  bank: string;
  account: string;
}

const methods: Method[] = [
  { id: '7', nickname: 'My Checking Account', bank: 'First Platypus Bank', account: '000123456789' },
  { id: '9', nickname: 'Savings', bank: 'Wells Fargo Bank', account: '998877661234' },
];

const methodColumns: Column<Method>[] = [
  { key: 'nickname', header: 'Nickname', cell: ({ nickname }) => nickname, names: true },
  { key: 'bank', header: 'Bank', cell: ({ bank }) => bank },
  { key: 'account', header: 'Account number', cell: ({ account }) => <MaskedNumber value={account} /> },
];

function Methods() {
  const [selected, setSelected] = useState('7');
  return (
    <DataTable
      caption="Saved payment methods"
      columns={methodColumns}
      rows={methods}
      rowKey={({ id }) => id}
      selection={{
        name: 'method',
        header: 'Select',
        selected,
        onSelect: setSelected,
        label: ({ nickname }) => `Use ${nickname}`,
      }}
    />
  );
}

export const OneChosen: Story = { render: () => <Methods /> };
export const OneChosenStacked: Story = { ...OneChosen, globals: { viewport: { value: 'narrow' } } };
