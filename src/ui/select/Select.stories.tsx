import type { Meta, StoryObj } from '@storybook/react-vite';
import { Select } from './Select.tsx';

const meta = {
  title: 'Forms/Select',
  component: Select,
  args: {
    name: 'history.range',
    label: 'Show payments of',
    value: 'year',
    options: [
      { value: 'year', label: 'Last 12 Months' },
      { value: 'all', label: 'All' },
    ],
    onChange: () => {},
  },
} satisfies Meta<typeof Select>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chosen: Story = {};
export const NoSelection: Story = { args: { label: 'State', value: '', placeholder: 'Select a state' } };
export const WithError: Story = {
  args: {
    label: 'State',
    value: '',
    placeholder: 'Select a state',
    error: 'Please select the state or U.S. territory you live in.',
  },
};
export const Disabled: Story = { args: { disabled: true } };
