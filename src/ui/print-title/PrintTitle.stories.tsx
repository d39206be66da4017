import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from '../card/Card.tsx';
import { Stack } from '../layout/Stack.tsx';
import { PageHeading } from '../page-heading/PageHeading.tsx';
import { PrintTitle } from './PrintTitle.tsx';

const meta = {
  title: 'Layout/PrintTitle',
  component: PrintTitle,
  args: { children: 'Payment receipt' },
} satisfies Meta<typeof PrintTitle>;
export default meta;

/** The screen shows only the heading. Print the page to see the title that replaces it. */
export const OnAReceipt: StoryObj<typeof meta> = {
  render: (args) => (
    <Stack>
      <PageHeading>Make a Payment</PageHeading>
      <PrintTitle {...args} />
      <Card heading="Payment Details">Confirmation Number 1234567890</Card>
    </Stack>
  ),
};
