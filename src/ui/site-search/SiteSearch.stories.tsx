import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { SearchSite, SiteSearch } from './SiteSearch.tsx';

const onSearch = fn();

const meta = {
  title: 'Layout/SiteSearch',
  component: SiteSearch,
  args: { id: 'help-search', label: 'Search help' },
  decorators: [
    (Shown) => (
      <SearchSite value={onSearch}>
        <Shown />
      </SearchSite>
    ),
  ],
} satisfies Meta<typeof SiteSearch>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Enter starts the search and clears the box. */
export const Searched: Story = {
  play: async ({ canvasElement }) => {
    const box = within(canvasElement).getByRole('searchbox', { name: 'Search help' });
    await userEvent.type(box, 'auto debit{Enter}');
    await expect(onSearch).toHaveBeenCalledWith('auto debit');
    await expect(box).toHaveValue('');
  },
};

/** A term that is too long stays in the box, with an error about the maximum length. */
export const TermTooLong: Story = {
  play: async ({ canvasElement }) => {
    onSearch.mockClear();
    const box = within(canvasElement).getByRole('searchbox', { name: 'Search help' });
    const term = 'x'.repeat(201);
    await userEvent.click(box);
    await userEvent.paste(term);
    await userEvent.keyboard('{Enter}');
    await expect(box).toHaveValue(term);
    await expect(box).toHaveAccessibleDescription('Search for up to 200 characters. Example: change my due date.');
    await expect(onSearch).not.toHaveBeenCalled();
  },
};

/** Without site search, there is no box. */
export const NotOffered: Story = {
  decorators: [
    (Shown) => (
      <SearchSite value={undefined}>
        <Shown />
      </SearchSite>
    ),
  ],
  play: ({ canvasElement }) => expect(within(canvasElement).queryByRole('searchbox')).toBeNull(),
};
