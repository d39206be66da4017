import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { Card } from '../card/Card.tsx';
import { ContentSource, type LoadContent } from './Content.tsx';
import { useTextsToAgree } from './texts-to-agree.tsx';

function Terms() {
  const { isReadable, missing, shown } = useTextsToAgree('payments', ['payment-authorization', 'insufficient-funds']);
  return (
    <Card heading="Payment Authorization and Insufficient Funds Statement" tone="quiet">
      {missing ?? shown}
      <p>{isReadable ? 'It can be agreed to.' : 'It cannot be agreed to yet.'}</p>
    </Card>
  );
}

const arriving: LoadContent = (_, name) => Promise.resolve(`<p>The text ${name}.</p>`);

/** Creates a loader that fails on the first request for each text and succeeds on the second. */
function arrivingLate(): LoadContent {
  const requested = new Set<string>();
  return (section, name) => {
    if (requested.has(name)) return arriving(section, name);
    requested.add(name);
    return Promise.resolve(undefined);
  };
}

const meta = { title: 'Data/Texts to agree', component: Terms } satisfies Meta<typeof Terms>;
export default meta;
type Story = StoryObj<typeof meta>;

const shownWith = (load: LoadContent): Story => ({
  decorators: [(Shown) => <ContentSource value={load}><Shown /></ContentSource>],
});

export const Readable: Story = {
  ...shownWith(arriving),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('The text insufficient-funds.');
    await within(canvasElement).findByText('It can be agreed to.');
  },
};

export const Missing: Story = {
  ...shownWith(() => Promise.resolve(undefined)),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('alert')).toHaveTextContent("We couldn't load the text");
    await expect(within(canvasElement).getByText('It cannot be agreed to yet.')).toBeVisible();
  },
};

/** After a retry the texts appear, and the first one receives focus. */
export const Retried: Story = {
  ...shownWith(arrivingLate()),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }));
    const first = await canvas.findByText('The text payment-authorization.');
    await waitFor(() => expect(first.closest('[tabindex="-1"]')).toHaveFocus());
    await expect(canvas.getByText('It can be agreed to.')).toBeVisible();
  },
};
