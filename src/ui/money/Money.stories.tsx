import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import { Money } from './Money.tsx';

const meta = { title: 'Data/Money', component: Money, args: { amount: toCents(123456789) } } satisfies Meta<
  typeof Money
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InText: Story = {};
export const Large: Story = { args: { size: 'large' } };
export const Negative: Story = { args: { amount: toCents(-5000) } };
