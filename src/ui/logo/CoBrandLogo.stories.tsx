import type { Meta, StoryObj } from '@storybook/react-vite';
import { CoBrandLogo } from './CoBrandLogo.tsx';

const meta = {
  title: 'Foundations/CoBrandLogo',
  component: CoBrandLogo,
  args: { name: 'Federal Student Aid' },
} satisfies Meta<typeof CoBrandLogo>;
export default meta;

export const OnPaper: StoryObj<typeof meta> = {};
