import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import { Button } from '../button/Button.tsx';
import { Card } from '../card/Card.tsx';
import { Money } from '../money/Money.tsx';
import { SummaryLayout } from './SummaryLayout.tsx';

const meta = {
  title: 'Layout/SummaryLayout',
  component: SummaryLayout,
  args: {
    label: 'Payment Summary',
    children: <Card heading="Account E104882913">What is paid on this account.</Card>,
    summary: (
      <Card tone="quiet" heading="Payment Summary">
        Total Payment <Money amount={toCents(68_645)} />
      </Card>
    ),
    figure: <Money amount={toCents(68_645)} />,
    action: <Button>Continue</Button>,
  },
} satisfies Meta<typeof SummaryLayout>;
export default meta;

export const BesideForm: StoryObj<typeof meta> = {};
/** The summary follows the fields, and the amount and the button are sticky at the bottom of the window. */
export const Narrow: StoryObj<typeof meta> = { globals: { viewport: { value: 'narrow' } } };
