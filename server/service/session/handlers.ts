/** The handlers of the area's calls. */
import type { access } from '#domain/session/access/calls.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { security } from '#domain/session/security/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { readAccess, completeAction } from './access.ts';
import { changePasswordHere } from './password.ts';
import { endSecurity, readSecurity } from './security.ts';

export const sessionHandlers = {
  'access.facts': readAccess,
  'access.completeAction': completeAction,
  'credentials.changePassword': changePasswordHere,
  'security.read': readSecurity,
  'security.end': endSecurity,
} satisfies GroupHandlers<typeof access | Pick<typeof credentials, 'changePassword'> | typeof security>;
