import type { Meta, StoryObj } from '@storybook/react-vite';
import { ButtonLink } from '../button/Button.tsx';
import { PageHeading } from '../page-heading/PageHeading.tsx';
import { FieldPicture } from './FieldPicture.tsx';
import { Hero } from './Hero.tsx';

const meta = {
  title: 'Layout/Hero',
  component: Hero,
  args: {
    picture: <FieldPicture />,
    children: (
      <>
        <PageHeading>Welcome to Larkfield Loan Servicing</PageHeading>
        <p>We look after your student loans.</p>
        <ButtonLink href="#log-in">Log In</ButtonLink>
      </>
    ),
  },
} satisfies Meta<typeof Hero>;
export default meta;

export const FirstPage: StoryObj<typeof meta> = {};
