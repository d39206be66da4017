/** The borrower's contact information, read-only: codes of an address have their names. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sampleContact } from '#domain/profile/contact/samples.ts';
import { ContactSummary } from '#src/views/profile/contact-information/ContactSummary.tsx';

afterEach(cleanup);

const countries = [
  { countryCode: 'US', countryName: 'United States' },
  { countryCode: 'IT', countryName: 'Italy' },
];
/** The states of the country in the form. */
const states = [{ stateCode: 'NE', stateName: 'Nebraska' }];

it('names the region of another country than the one in the form', () => {
  const abroad = { ...sampleContact, country: 'IT', city: 'Torino', state: '21', stateName: 'Piemonte' };
  render(<ContactSummary contact={abroad} countries={countries} states={states} />);
  expect(screen.getByText('Piemonte')).toBeVisible();
  expect(screen.getByText('Italy')).toBeVisible();
  expect(screen.queryByText('21')).toBeNull();
});

it('names the state that was typed in the form', () => {
  render(<ContactSummary contact={sampleContact} countries={countries} states={states} />);
  expect(screen.getByText('Nebraska')).toBeVisible();
});
