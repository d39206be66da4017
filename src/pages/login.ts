/** The log-in page, and the two addresses that go on to the sign-in at once. */
import type { SignInWay } from '#domain/identity/shapes.ts';
import { login } from '#machines/login/login.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { loginViews } from '../views/login/views.ts';

/** How somebody signs in who opens one of the two; everybody else does so in the ordinary way. */
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
