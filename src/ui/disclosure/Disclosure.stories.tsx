import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import { Money } from '../money/Money.tsx';
import { Disclosure } from './Disclosure.tsx';

const meta = {
  title: 'Layout/Disclosure',
  component: Disclosure,
  args: { summary: 'Group AB: 3 loans', children: <p>Direct Subsidized, 4.530 %, disbursed on 09/01/2018.</p> },
} satisfies Meta<typeof Disclosure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = { args: { aside: <Money amount={toCents(1200000)} /> } };
export const Open: Story = { args: { open: true } };
