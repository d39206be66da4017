/** Sample usernames for models, tests and stories. */
import type { OwnUsername } from './shapes.ts';

export const sampleUsernames: readonly [OwnUsername, OwnUsername] = [
  {
    usernameId: 'web-1',
    username: 'avery.quist',
    isCurrent: true,
    isFederal: false,
    lastLogIn: '2026-11-20T15:00:00.000Z',
  },
  { usernameId: 'web-2', username: 'quist.avery', isCurrent: false, isFederal: false, lastLogIn: null },
];
