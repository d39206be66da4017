/** Sample payers for models, tests and stories. */
import type { AuthorizedPayer } from './shapes.ts';

export const samplePayers: readonly AuthorizedPayer[] = [
  {
    payerId: 'web-casey',
    firstName: 'Casey',
    lastName: 'Lindqvist',
    email: 'casey.lindqvist@example.com',
    status: 'active',
    invitedAt: null,
    expiresAt: null,
    acceptedAt: null,
  },
  {
    payerId: 'invitation-1',
    firstName: 'Robin',
    lastName: 'Hale',
    email: 'robin.hale@example.com',
    status: 'invited',
    invitedAt: '2026-11-20T15:00:00.000Z',
    expiresAt: '2026-12-04T15:00:00.000Z',
    acceptedAt: null,
  },
  {
    payerId: 'invitation-2',
    firstName: 'Sam',
    lastName: 'Ode',
    email: 'sam.ode@example.com',
    status: 'expired',
    invitedAt: '2026-10-20T14:00:00.000Z',
    expiresAt: '2026-11-03T14:00:00.000Z',
    acceptedAt: null,
  },
  {
    payerId: 'web-kit',
    firstName: 'Kit',
    lastName: 'Moreau',
    email: 'kit@example.com',
    status: 'active',
    invitedAt: '2026-09-01T14:00:00.000Z',
    expiresAt: null,
    acceptedAt: '2026-09-02T14:00:00.000Z',
  },
];
