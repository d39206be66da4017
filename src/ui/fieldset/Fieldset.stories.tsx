import type { Meta, StoryObj } from '@storybook/react-vite';
import { Checkbox } from '../checkbox/Checkbox.tsx';
import { Fieldset } from './Fieldset.tsx';

const meta = {
  title: 'Forms/Fieldset',
  component: Fieldset,
  args: {
    name: 'optOut',
    legend: 'Opt out of',
    hint: 'All options are chosen unless you change them.',
    children: (
      <>
        <Checkbox name="affiliateMarketing" label="Marketing by affiliates" checked onChange={() => {}} />
        <Checkbox name="affiliateSharing" label="Sharing with affiliates" checked onChange={() => {}} />
      </>
    ),
  },
} satisfies Meta<typeof Fieldset>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Group: Story = {};
export const WithError: Story = { args: { error: 'Please make a selection' } };
