import type { Meta, StoryObj } from '@storybook/react-vite';
import { footer } from '../layout/sample-page.ts';
import { Logo } from '../logo/Logo.tsx';
import { Footer } from './Footer.tsx';

const meta = {
  title: 'Layout/Footer',
  component: Footer,
  parameters: { layout: 'fullscreen' },
  args: {
    ...footer,
    logo: <Logo name="Larkfield Loan Servicing" tone="reverse" />,
    about: { title: 'About Larkfield Loan Servicing', text: <p>Larkfield services federal student loans.</p> },
    children: <p>Call us at 800-555-0142, Monday to Friday, 8 a.m. to 9 p.m. Eastern.</p>,
  },
} satisfies Meta<typeof Footer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = {};
export const Minimal: Story = { args: { columns: [], social: [], links: [], copyrightLinks: [], children: undefined } };
