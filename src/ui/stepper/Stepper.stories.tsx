import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stepper } from './Stepper.tsx';

const meta = {
  title: 'Layout/Stepper',
  component: Stepper,
  args: { steps: ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'], current: 1 },
} satisfies Meta<typeof Stepper>;
export default meta;
type Story = StoryObj<typeof meta>;

export const First: Story = { args: { current: 0 } };
export const Second: Story = {};
export const Last: Story = { args: { current: 3 } };
export const LongNames: Story = {
  args: {
    steps: ['Qualification for a Deferment', 'Application and Certification', 'Next Steps and Documents'],
    current: 1,
  },
};
