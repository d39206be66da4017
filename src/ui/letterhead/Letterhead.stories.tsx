import type { Meta, StoryObj } from '@storybook/react-vite';
import { ServicerPhone } from '../link/PhoneLink.tsx';
import { Letterhead, ServicerAddress } from './Letterhead.tsx';

const meta = { title: 'Layout/Letterhead', component: Letterhead } satisfies Meta<typeof Letterhead>;
export default meta;

export const OfAServicer: StoryObj<typeof meta> = {
  render: () => (
    <ServicerPhone value="1-800-555-0142">
      <ServicerAddress value={{ name: 'Larkfield Loan Servicing', address: ['PO Box 4400', 'Larkfield, NE 68000'] }}>
        <Letterhead />
      </ServicerAddress>
    </ServicerPhone>
  ),
};
