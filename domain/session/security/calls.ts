/** The calls of the security page. */
import { defineCall } from '../../call.ts';
import { SecurityEnd, SecurityOverview } from './shapes.ts';

const access = ['borrower', 'payer'] as const;

export const security = {
  read: defineCall({
    id: 'security.read',
    method: 'GET',
    path: 'security',
    summary:
      'Returns the usernames, sessions and log-ins of the signed-in person, and the changes with their authors, from the audit log',
    access,
    timeLimit: 'read',
    response: SecurityOverview,
  }),
  end: defineCall({
    id: 'security.end',
    method: 'POST',
    path: 'security/ends',
    summary:
      'Ends a username, a session, or all other sessions, after the password was confirmed, and returns the page. Repeating it succeeds',
    access,
    timeLimit: 'write',
    body: SecurityEnd,
    response: SecurityOverview,
  }),
};
