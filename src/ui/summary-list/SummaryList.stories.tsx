import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import { MaskedNumber } from '../masked-number/MaskedNumber.tsx';
import { Money } from '../money/Money.tsx';
import { SummaryList } from './SummaryList.tsx';

const meta = {
  title: 'Data/SummaryList',
  component: SummaryList,
  args: {
    rows: [
      { label: 'Payment date', value: '04/15/2026' },
      { label: 'Bank account', value: <MaskedNumber value="000123456789" /> },
      { label: 'Account E987654321', value: <Money amount={toCents(42874)} />, money: true },
      { label: 'Account D123456789', value: <Money amount={toCents(1111)} />, money: true },
      { label: 'Total payment', value: <Money amount={toCents(43985)} />, money: true, total: true },
    ],
  },
} satisfies Meta<typeof SummaryList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Payment: Story = {};
export const WithWarning: Story = {
  args: {
    rows: [
      {
        label: 'Account E987654321',
        value: <Money amount={toCents(42874)} />,
        money: true,
        warnings: ['You already have a $50.00 payment scheduled for 11/25/2026.'],
      },
      { label: 'Total payment', value: <Money amount={toCents(42874)} />, money: true, total: true },
    ],
  },
};
export const LongText: Story = {
  args: {
    rows: [
      {
        label: 'Name of the holder of the account at the bank',
        value: 'Maximiliana Wolfeschlegelsteinhausenbergerdorff',
      },
      { label: 'Email', value: 'a.very.long.address.without.any.spaces@a-very-long-domain.example' },
    ],
  },
};
