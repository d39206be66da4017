import type { Meta, StoryObj } from '@storybook/react-vite';
import { LeavingSite } from './LeavingSite.tsx';

const meta = {
  title: 'Pages/Leaving this site',
  component: LeavingSite,
  args: { url: 'https://studentaid.gov/manage-loans', target: '_blank' },
} satisfies Meta<typeof LeavingSite>;
export default meta;

export const Leaving: StoryObj<typeof meta> = {};
