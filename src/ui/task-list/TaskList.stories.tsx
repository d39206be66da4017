import type { Meta, StoryObj } from '@storybook/react-vite';
import { TaskList } from './TaskList.tsx';

const meta = {
  title: 'Data/TaskList',
  component: TaskList,
  args: {
    tasks: [
      { title: 'Make a payment', text: 'Choose what to pay, and from which bank account.', href: '#pay', icon: 'card' },
      { title: 'Lower my payment', text: 'Plans that follow your income.', href: '#lower', icon: 'schedule' },
      { title: 'See my loans', text: 'What is due, and what you owe.', href: '#loans', icon: 'school' },
    ],
  },
} satisfies Meta<typeof TaskList>;
export default meta;

export const Tasks: StoryObj<typeof meta> = {};
