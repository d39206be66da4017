/** The calls of the security page. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { OwnUsernames } from './shapes.ts';

export const security = {
  usernames: defineCall({
    id: 'security.usernames',
    method: 'GET',
    path: 'usernames',
    summary: 'Returns the usernames of the signed-in borrower. An authorized payer has one',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    response: OwnUsernames,
  }),
  endUsername: defineCall({
    id: 'security.endUsername',
    method: 'POST',
    path: 'usernames/ends',
    summary:
      'Ends a username of the borrower and its sessions, after the password was confirmed, and returns the others. Not the one with which the borrower is logged in. Repeating it succeeds',
    access: ['borrower'],
    timeLimit: 'write',
    body: v.strictObject({ usernameId: v.pipe(v.string(), v.maxLength(64)) }),
    response: OwnUsernames,
  }),
};
