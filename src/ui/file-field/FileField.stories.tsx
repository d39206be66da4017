import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { FileField } from './FileField.tsx';

const meta = {
  title: 'Forms/FileField',
  component: FileField,
  args: { name: 'file', label: 'File', value: '', accept: '.pdf', onChoose: fn() },
} satisfies Meta<typeof FileField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A file is selected in the native control. */
export const Choosing: Story = {
  args: { hint: 'PDF, up to 10 MB' },
  play: async ({ canvasElement, args }) => {
    const file = new File(['%PDF-1.7'], 'lease.pdf', { type: 'application/pdf' });
    await userEvent.upload(within(canvasElement).getByLabelText('File'), file);
    await expect(args.onChoose).toHaveBeenCalledWith(file);
  },
};

/** The error appears above the control. */
export const Invalid: Story = { args: { error: 'Please choose a file.' } };
