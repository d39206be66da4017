import type { Meta, StoryObj } from '@storybook/react-vite';
import { Skeleton } from './Skeleton.tsx';

const meta = { title: 'Messages/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>;
export default meta;

export const Text: StoryObj<typeof meta> = {};
export const Long: StoryObj<typeof meta> = { args: { lines: 8, text: 'Loading your payment history…' } };
