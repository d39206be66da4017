/** List of forms: it leaves out unavailable pages, and a search filters it. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { toListedForms } from '#machines/documents/forms/forms.machine.ts';
import { Pages } from '#src/ui/index.ts';
import { formsViews } from '#src/views/documents/forms/views.tsx';

afterEach(cleanup);

const entry = (id: string, headline: string, href: string, group: 'deferment' | 'payments') => ({
  id,
  headline,
  href,
  group,
  message: `<p>About ${id}</p>`,
});
const configuration = { ...sampleConfiguration, externalRedirectHosts: ['studentaid.gov'] };
const data = toListedForms(
  [
    entry('official', 'Deferment Request', 'https://studentaid.gov/forms-library', 'deferment'),
    entry('online', 'Apply online', '/repayment-options/deferment/options', 'deferment'),
    entry('uploads', 'Change of name', '/documents/upload-documents', 'payments'),
  ],
  configuration,
);

function show() {
  const { showing: Showing } = formsViews;
  render(
    <Pages value={(path) => path === '/documents/upload-documents'}>
      <Showing state={{ context: { input: { configuration }, data, failure: null } }} />
    </Pages>,
  );
}

it('leaves out the pages that the portal does not have, and marks forms that open in a new tab', () => {
  show();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Deferment Request (opens in a new tab)',
    'Change of name',
  ]);
  expect(screen.getByText('2 forms')).toBeTruthy();
  const [official] = screen.getAllByRole('link');
  // The portal opens the tab itself; a target attribute would open the portal in it.
  expect(official?.getAttribute('target')).toBeNull();
});

it('shows the matches of a search, without empty groups', async () => {
  show();
  const field = screen.getByRole('textbox', { name: 'Search forms' });
  await userEvent.type(field, ' about UPLOADS ');
  expect(screen.getByText('1 form for “about UPLOADS”')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Deferment' })).toBeNull();
  const group = screen.getByRole('heading', { name: 'Payments and Accounts' }).closest('section');
  expect(group && within(group).getByRole('link', { name: 'Change of name' })).toBeTruthy();
  await userEvent.type(field, 'x');
  expect(screen.getByText('0 forms for “about UPLOADS x”')).toBeTruthy();
  expect(screen.getByText('Try fewer or other words.')).toBeTruthy();
});
