/** Log-in page, and the two addresses that redirect to a sign-in provider immediately. */
import type { SignInWay } from '#domain/session/identity/shapes.ts';
import { login } from '#machines/session/login/login.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loginViews } from '../views/session/login/views.ts';

/** Sign-in method of the two redirecting addresses. All other addresses use the default method. */
const WAYS: Readonly<Record<string, SignInWay>> = {
  '/account/login-impersonation': 'impersonation',
  '/login-sso': 'federal',
};

export default defineFlow<typeof login>({
  machine: login,
  heading: 'Log In',
  views: loginViews,
  input: ({ address }) => ({ way: WAYS[address] ?? 'ordinary' }),
});
