/** The borrower's contact information, read-only. */
import type { ContactInformation, ContactValues } from '#domain/profile/contact/shapes.ts';
import { isolated } from '#domain/isolated-text.ts';
import { contactFieldLabels } from '#domain/profile/contact/messages.ts';
import type { Country, State } from '#domain/profile/demographics/shapes.ts';
import { normalizePhone } from '#domain/phone.ts';
import { SummaryList } from '../../../ui/index.ts';

export interface ContactSummaryProps {
  readonly contact: ContactValues & Pick<ContactInformation, 'stateName'>;
  readonly countries: readonly Country[];
  /** States of the country selected in the form, for contact information that comes from the form. */
  readonly states: readonly State[] | null;
}

/** Omits empty values. */
export function ContactSummary({ contact, countries, states }: ContactSummaryProps) {
  const { email, homePhone, mobilePhone, country, street, city, state, zip } = contact;
  const stateName = contact.stateName ?? states?.find(({ stateCode }) => stateCode === state)?.stateName ?? state;
  const countryName = countries.find(({ countryCode }) => countryCode === country)?.countryName ?? country;
  const rows = [
    { label: contactFieldLabels.email, value: email },
    { label: contactFieldLabels.homePhone, value: normalizePhone(homePhone) },
    { label: contactFieldLabels.mobilePhone, value: normalizePhone(mobilePhone) },
    { label: contactFieldLabels.street, value: isolated(street) },
    { label: contactFieldLabels.city, value: isolated(city) },
    { label: contactFieldLabels.state, value: stateName },
    { label: contactFieldLabels.zip, value: zip },
    { label: contactFieldLabels.country, value: countryName },
  ];
  return <SummaryList rows={rows.filter(({ value }) => value !== '')} />;
}
