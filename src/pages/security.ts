/** Usernames, sessions, log-ins and changes of the account. */
import { security } from '#machines/session/security/security.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { securityViews } from '../views/session/security/views.tsx';

export default defineFlow<typeof security>({ machine: security, views: securityViews, input: () => ({}) });
