/** The log-in page, and the two addresses that go on to the sign-in at once, as flows of the portal. */
import type { SignInWay } from '#domain/identity/shapes.ts';
import { login } from '#machines/login/login.machine.ts';
import { loginViews } from '../../views/login/views.ts';
import { defineFlow } from '../flow-definition.ts';

const loginFlowOf = (way: SignInWay) =>
  defineFlow<typeof login>({ machine: login, heading: 'Log In', views: loginViews, input: () => ({ way }) });

export const loginFlow = loginFlowOf('ordinary');
export const impersonationFlow = loginFlowOf('impersonation');
export const federalFlow = loginFlowOf('federal');
