import type { Meta, StoryObj } from '@storybook/react-vite';
import { ButtonRow } from '../button/Button.tsx';
import { Tag } from './Tag.tsx';

const meta = { title: 'Data/Tag', component: Tag, args: { children: 'Scheduled' } } satisfies Meta<typeof Tag>;
export default meta;

export const Tones: StoryObj<typeof meta> = {
  render: () => (
    <ButtonRow>
      <Tag>Cancelled</Tag>
      <Tag tone="info">Scheduled</Tag>
      <Tag tone="success">Posted</Tag>
      <Tag tone="warning">Past due</Tag>
      <Tag tone="error">Refused</Tag>
    </ButtonRow>
  ),
};
