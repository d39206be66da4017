import type { Meta, StoryObj } from '@storybook/react-vite';
import { Columns } from '../layout/Columns.tsx';
import { Icon } from './Icon.tsx';

const meta = { title: 'Foundations/Icons', component: Icon, args: { name: 'info' } } satisfies Meta<typeof Icon>;
export default meta;

export const All: StoryObj<typeof meta> = {
  render: (_, { loaded }) => (
    <Columns of="fields">
      {Object.keys(loaded.icons).map((name) => (
        <span key={name}>
          <Icon name={name} size="large" /> {name}
        </span>
      ))}
    </Columns>
  ),
};
