/** How contact information is looked at, changed and confirmed. */
import { defineModel } from '../kit/model.ts';
import { sampleContact, sampleCountries, sampleStates } from '../kit/samples.ts';
import { contactInformation } from './contact-information.machine.ts';

const unknown = {
  email: 'avery@example.com',
  homePhone: '',
  mobilePhone: '',
  country: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  updatedAt: null,
};

const fill = (field: string, name: string, value: string) => ({
  event: { type: 'field.entered', field, value } as const,
  gesture: { action: 'fill', role: 'textbox', name, value } as const,
});

const choose = (field: string, name: string, value: string) => ({
  event: { type: 'field.entered', field, value } as const,
  gesture: { action: 'choose', role: 'combobox', name, value } as const,
});

export default defineModel<typeof contactInformation>({
  machine: contactInformation,
  inputs: {
    'somebody who looks at it': { action: null },
    'somebody who has to confirm it before anything else': { action: 'contact-info' },
  },
  events: [
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
    { event: { type: 'change.wanted' }, gesture: { action: 'click', role: 'button', name: 'Change' } },
    {
      event: { type: 'confirm.pressed' },
      where: ({ action }) => action !== null,
      gesture: { action: 'click', role: 'button', name: 'Confirm' },
    },
    fill('mobilePhone', 'Mobile Phone', '(402) 555-0143'),
    fill('mobilePhone', 'Mobile Phone', '555-0143'),
    {
      event: { type: 'field.left', field: 'mobilePhone' },
      gesture: { action: 'leave', role: 'textbox', name: 'Mobile Phone' },
    },
    choose('country', 'Country', 'GI'),
    choose('country', 'Country', ''),
    {
      ...choose('state', 'State', 'NE'),
      where: ({ states }) => states !== null && states.length > 1,
    },
    {
      event: { type: 'states.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Load the states again' },
    },
    {
      event: { type: 'change.cancelled' },
      where: ({ contact }) => contact.street !== '',
      gesture: { action: 'click', role: 'button', name: 'Cancel' },
    },
    { event: { type: 'submit.pressed' }, gesture: { action: 'click', role: 'button', name: 'Save' } },
    { event: { type: 'newest.chosen' }, gesture: { action: 'click', role: 'button', name: 'Take the newest' } },
    { event: { type: 'entered.kept' }, gesture: { action: 'click', role: 'button', name: 'Go on with this' } },
    { event: { type: 'continue.pressed' }, gesture: { action: 'click', role: 'button', name: 'Continue' } },
  ],
  outcomes: {
    getContact: {
      'all of it': { answers: sampleContact },
      'nothing but an e-mail address': { answers: unknown },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    getCountries: {
      'the countries': { answers: sampleCountries },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    getStates: {
      'several states': { answers: sampleStates },
      'no states': { answers: [] },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    saveContact: {
      'it is saved': { answers: { ...sampleContact, updatedAt: '2026-11-20T15:00:00.000Z' } },
      'it has been changed elsewhere': { throws: { kind: 'refused', status: 409 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
    },
    leaveAction: {
      'the address opens': { answers: { hasLeft: true } },
      'it does not open': { answers: { hasLeft: false } },
      'the chart of the leaving stops in error': { throws: { kind: 'unreadable', detail: 'Unexpected Error' } },
    },
  },
  facts: ({ action, contact, newest, states, form }) => ({
    action,
    hasAddress: contact.street !== '',
    hasNewest: newest.street !== '',
    states: states?.length,
    hasCountry: form.values.country !== '',
    problems: form.problems.map(({ field }) => field),
  }),
});
