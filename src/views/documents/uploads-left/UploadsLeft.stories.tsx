import type { Meta, StoryObj } from '@storybook/react-vite';
import { type LeftUpload, UploadsLeft } from './UploadsLeft.tsx';

const upload: LeftUpload = { id: '1', name: 'pay-stub.pdf', percent: 45, state: 'sending', reason: null };

const meta = {
  title: 'Messages/Uploads whose page was left',
  component: UploadsLeft,
  args: { uploads: [upload], onClose: () => undefined },
} satisfies Meta<typeof UploadsLeft>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Sending: Story = {};
export const Received: Story = { args: { uploads: [{ ...upload, state: 'received' }] } };
export const Refused: Story = { args: { uploads: [{ ...upload, state: 'refused', reason: 'file.locked' }] } };
export const NotKnown: Story = { args: { uploads: [{ ...upload, state: 'unknown' }] } };
export const Several: Story = {
  args: {
    uploads: [
      { ...upload, name: `${'a-scan-of-the-letter-about-my-plan-'.repeat(3)}.pdf` },
      { ...upload, id: '2', state: 'received' },
    ],
  },
};
