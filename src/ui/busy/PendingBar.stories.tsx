import type { Meta, StoryObj } from '@storybook/react-vite';
import { PendingBar } from './PendingBar.tsx';

const meta = { title: 'Messages/PendingBar', component: PendingBar } satisfies Meta<typeof PendingBar>;
export default meta;

export const Pending: StoryObj<typeof meta> = {};
