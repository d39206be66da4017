import type { Meta, StoryObj } from '@storybook/react-vite';
import { loadContent } from '#test/support/stage.tsx';
import { ContentSource } from '../../../ui/index.ts';
import { UnhandledErrorDialog } from './UnhandledErrorDialog.tsx';

const meta = {
  title: 'Messages/Unhandled error',
  component: UnhandledErrorDialog,
  args: { status: 503, message: 'Service Unavailable', onClose: () => {} },
  decorators: [
    (Story) => (
      <ContentSource value={loadContent}>
        <Story />
      </ContentSource>
    ),
  ],
} satisfies Meta<typeof UnhandledErrorDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithStatus: Story = {};
export const WithoutStatus: Story = { args: { status: undefined, message: 'Unexpected Error' } };
