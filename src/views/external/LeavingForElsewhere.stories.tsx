import type { Meta, StoryObj } from '@storybook/react-vite';
import { LeavingForElsewhere } from './LeavingForElsewhere.tsx';

const meta = {
  title: 'Pages/Leaving this site',
  component: LeavingForElsewhere,
  args: { url: 'https://studentaid.gov/manage-loans', target: '_blank' },
} satisfies Meta<typeof LeavingForElsewhere>;
export default meta;

export const Leaving: StoryObj<typeof meta> = {};
