/** A sample of the security page for models, tests and stories. */
import type { SecurityOverview } from './shapes.ts';

export const sampleSecurity: SecurityOverview = {
  usernames: [
    { usernameId: 'web-1', username: 'avery.quist', isCurrent: true, isFederal: false },
    { usernameId: 'web-2', username: 'quist.avery', isCurrent: false, isFederal: false },
  ],
  sessions: [
    {
      sessionId: 'session-1',
      username: 'avery.quist',
      startedAt: '2026-11-20T15:00:00.000Z',
      usedAt: '2026-11-20T15:05:00.000Z',
      isCurrent: true,
    },
    {
      sessionId: 'session-2',
      username: 'quist.avery',
      startedAt: '2026-11-19T15:00:00.000Z',
      usedAt: '2026-11-19T16:00:00.000Z',
      isCurrent: false,
    },
  ],
  logIns: [
    { at: '2026-11-20T15:00:00.000Z', username: 'avery.quist', isFailed: false },
    { at: '2026-11-18T09:30:00.000Z', username: 'quist.avery', isFailed: true },
  ],
  changes: [
    { at: '2026-11-19T17:00:00.000Z', kind: 'contactChanged', by: 'servicer', name: '' },
    { at: '2026-11-18T17:00:00.000Z', kind: 'bankAccountSaved', by: 'borrower', name: 'avery.quist' },
    { at: '2026-11-17T17:00:00.000Z', kind: 'passwordChanged', by: 'payer', name: 'Casey Lindqvist' },
  ],
  canEnd: true,
};
