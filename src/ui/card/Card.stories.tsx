import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import { ButtonLink } from '../button/Button.tsx';
import { TextLink } from '../link/TextLink.tsx';
import { Money } from '../money/Money.tsx';
import { SummaryList } from '../summary-list/SummaryList.tsx';
import { Tag } from '../tag/Tag.tsx';
import { Card } from './Card.tsx';

const facts = (
  <SummaryList
    rows={[
      { label: 'Current balance', value: <Money amount={toCents(1854210)} />, money: true },
      { label: 'Last payment', value: '$214.37 on 02/15/2026' },
      { label: 'Next due date', value: '04/15/2026' },
    ]}
  />
);

const meta = {
  title: 'Layout/Card',
  component: Card,
  args: {
    heading: 'Account E987654321',
    aside: <Tag tone="success">In repayment</Tag>,
    children: facts,
    actions: <TextLink href="#details">View Groups and Loan Details</TextLink>,
  },
} satisfies Meta<typeof Card>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const Attention: Story = { args: { tone: 'attention', aside: <Tag tone="warning">Past due</Tag> } };
export const Quiet: Story = {
  args: {
    tone: 'quiet',
    heading: 'Sign up for auto debit',
    aside: undefined,
    children: <p>Never miss a payment: we take it from your bank account on the day it is due.</p>,
    actions: <TextLink href="#auto-debit">Sign up</TextLink>,
  },
};

/** The main amount of a screen. */
export const Accent: Story = {
  args: {
    tone: 'accent',
    heading: 'Total due',
    aside: undefined,
    children: <Money amount={toCents(42874)} size="large" />,
    actions: <ButtonLink href="#pay">Make a Payment</ButtonLink>,
  },
};
export const HeadingOnly: Story = { args: { aside: undefined, children: undefined, actions: undefined } };
