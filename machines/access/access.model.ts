/** Who asks for which address: every kind of person at every kind of address. */
import type { Person } from '#domain/identity/shapes.ts';
import { defineModel } from '../kit/model.ts';
import { samplePerson as borrower } from '../kit/samples.ts';
import { access } from './access.machine.ts';

const payer: Person = { ...borrower, role: 'payer', givenName: 'Casey' };

export default defineModel<typeof access>({
  machine: access,
  inputs: {
    'a visitor at a page for anyone': { path: '/error/not-found', audience: 'anyone', person: null },
    'a visitor at the welcome page': { path: '/welcome', audience: 'visitors', person: null },
    'a visitor at the dashboard': { path: '/dashboard', audience: 'signedIn', person: null },
    'a borrower at the welcome page': { path: '/welcome', audience: 'visitors', person: borrower },
    'a borrower at the dashboard': { path: '/dashboard', audience: 'signedIn', person: borrower },
    'a payer at the payment flow': { path: '/payments/payflow/schedule', audience: 'signedIn', person: payer },
    'a payer at the dashboard': { path: '/dashboard', audience: 'signedIn', person: payer },
  },
  events: [],
  outcomes: {},
  facts: ({ path, audience, person }) => ({ path, audience, role: person?.role }),
});
