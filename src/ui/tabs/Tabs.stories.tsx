import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { Tabs, type TabsProps } from './Tabs.tsx';

function Held(props: TabsProps<string>) {
  const [selected, setSelected] = useState(props.selected);
  return (
    <Tabs {...props} selected={selected} onSelect={setSelected}>
      <p>{selected === 'account' ? 'One amount for the whole account.' : 'An amount for each loan group.'}</p>
    </Tabs>
  );
}

const meta = {
  title: 'Layout/Tabs',
  component: Tabs<string>,
  render: (args) => <Held {...args} />,
  args: {
    label: 'Ways to pay account E987654321',
    tabs: [
      { id: 'account', label: 'Pay by Account' },
      { id: 'group', label: 'Pay by Group' },
    ],
    selected: 'account',
    onSelect: () => {},
    children: null,
  },
} satisfies Meta<typeof Tabs<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const First: Story = {};
export const ByKeyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('tab', { name: 'Pay by Account' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Pay by Group' })).toHaveFocus();
    await expect(canvas.getByRole('tabpanel')).toHaveTextContent('each loan group');
  },
};
