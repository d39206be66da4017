import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../button/Button.tsx';
import { TextLink } from '../link/TextLink.tsx';
import { Notice } from './Notice.tsx';

const meta = { title: 'Messages/Notice', component: Notice, args: { kind: 'info' } } satisfies Meta<typeof Notice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = {
  args: {
    heading: 'You have upcoming payments',
    children: (
      <p>
        See <TextLink href="#auto-debit">Auto Debit</TextLink> and{' '}
        <TextLink href="#activity">Payment Activity</TextLink>.
      </p>
    ),
  },
};
export const Success: Story = {
  args: {
    kind: 'success',
    children:
      'Payment of $428.74 scheduled for 04/15/2026 is in process. You will see the cancelled payment appear in your Payment History soon.',
  },
};
export const Warning: Story = {
  args: {
    kind: 'warning',
    heading: 'Your account is past due',
    children: 'An amount of $214.37 was due on 03/15/2026.',
    action: <Button variant="secondary">Make a Payment</Button>,
  },
};
export const Failure: Story = {
  args: {
    kind: 'error',
    heading: 'Sorry, there’s been a problem.',
    children:
      'We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.',
    action: <Button variant="secondary">Try again</Button>,
  },
};
