import type { Meta, StoryObj } from '@storybook/react-vite';
import { MaskedNumber } from './MaskedNumber.tsx';

const meta = {
  title: 'Data/MaskedNumber',
  component: MaskedNumber,
  args: { value: '000123456789' },
} satisfies Meta<typeof MaskedNumber>;
export default meta;

export const BankAccount: StoryObj<typeof meta> = {};
