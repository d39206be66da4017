/** Introduction to this Storybook: contents and audiences. */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from '../card/Card.tsx';
import { Columns } from '../layout/Columns.tsx';
import { Stack } from '../layout/Stack.tsx';
import { PageHeading } from '../page-heading/PageHeading.tsx';

const meta = { title: 'Start here', parameters: { controls: { disable: true } } } satisfies Meta;
export default meta;

export const Overview: StoryObj<typeof meta> = {
  render: () => (
    <Stack gap="large">
      <PageHeading lead="Every screen of the Borrower Portal in every state that it can reach, and the components that they're made of.">
        Borrower Portal
      </PageHeading>
      <Columns of="texts">
        <Card heading="For designers">
          <p>
            Foundations has the colors with their contrast, in the light and the dark scheme, the type and the icons.
            Actions, Forms, Messages, Data and Layout have each component with its variants. The toolbar switches
            between 360, 768 and 1280 pixels.
          </p>
        </Card>
        <Card heading="For analysts and content editors">
          <p>
            Flows has a story for each state of each flow. Below the screen stand the state in a sentence, its address
            and a link to the diagram of the whole flow. Managed texts show which key fills which place.
          </p>
        </Card>
        <Card heading="For developers and testers">
          <p>
            A state is shown after the shortest way to it, with the real views and scripted answers. The stories are
            written from the flow&apos;s model by <code>npm run diagrams</code>. Accessibility is checked in each of
            them.
          </p>
        </Card>
      </Columns>
      <Card heading="How the sidebar is ordered">
        <ul>
          <li>Flows: what people go through, by the name of the flow.</li>
          <li>Pages: what is only read, such as the welcome page.</li>
          <li>Foundations to Layout: the components.</li>
          <li>
            Around every page: what people hardly see, such as the start, the session and the access to an address.
          </li>
        </ul>
      </Card>
    </Stack>
  ),
};
